import type { Mail } from "#connectors/mail/send-mail.ts";
import { escapeHtml } from "#core/escape-html.ts";

export interface Letter {
  readonly subject: string;
  /** `color` is `#rrggbb`; `null` for a neutral colour. */
  readonly brand: { readonly name: string; readonly color: string | null };
  readonly paragraphs: readonly string[];
  /** The address is also written as text, for mail programs that show no links. */
  readonly action: { readonly label: string; readonly url: string };
  /** Paragraphs below the action. */
  readonly closing: readonly string[];
}

/** Returns a mail as plain text and as equivalent HTML. It loads nothing from the network. */
export function layOut({ subject, brand, paragraphs, action, closing }: Letter): Omit<Mail, "to"> {
  const text = [...paragraphs, `${action.label}:\n${action.url}`, ...closing, `-- \n${brand.name}`].join("\n\n");
  const color = brand.color ?? "#55545f";
  const url = escapeHtml(action.url);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 18px;font-size:18px;font-weight:600">${escapeHtml(brand.name)}</p>
${paragraphs.map(paragraph).join("\n")}
<p style="margin:22px 0"><a href="${url}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${color};color:${inkOn(color)};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 14px;font-size:13px;overflow-wrap:anywhere"><a href="${url}">${url}</a></p>
${closing.map(paragraph).join("\n")}
</div>
</body>
</html>
`;
  return { subject, text, html };
}

function paragraph(content: string): string {
  return `<p style="margin:0 0 14px">${escapeHtml(content)}</p>`;
}

/** Returns black or white, whichever has more contrast with a colour (WCAG relative luminance). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}
