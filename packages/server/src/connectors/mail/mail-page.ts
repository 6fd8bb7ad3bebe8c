import { escapeHtml } from "#core/escape-html.ts";

const neutral = "#55545f";

/** Styles of elements inside the text. Programs that ignore them show their own, which are readable too. */
const styles = `
p{margin:0 0 14px}
h3{margin:22px 0 8px;font-size:15px}
ul{margin:0 0 14px;padding-left:20px}
li{margin:0 0 6px}
pre{margin:0 0 14px;white-space:pre-wrap;font-size:13px}
th{padding:0 18px 4px 0;font-weight:400;text-align:left;vertical-align:top}
td{padding:0 0 4px;font-weight:600;vertical-align:top}`;

/**
 * Returns the HTML of a mail. It loads nothing from the network. Background and text have no colours, so that programs can use their own dark ones.
 *
 * @param body HTML.
 */
export function mailPage(subject: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}
</style>
</head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`;
}

/** @param color `#rrggbb`; `null` for a neutral colour. */
export function mailButton(
  { label, url }: { readonly label: string; readonly url: string },
  color: string | null,
): string {
  const background = color ?? neutral;
  return `<p style="margin:22px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${background};color:${inkOn(background)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

/** Returns black or white, whichever has more contrast with a colour (WCAG relative luminance). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}
