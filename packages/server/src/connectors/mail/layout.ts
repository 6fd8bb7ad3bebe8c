import type { Mail } from "./send-mail.ts";
import { mailButton, mailPage } from "./mail-page.ts";
import { escapeHtml } from "#core/escape-html.ts";

export interface Letter {
  readonly subject: string;
  /** `color` is `#rrggbb`; `null` for a neutral colour. */
  readonly brand: { readonly name: string; readonly color: string | null };
  readonly paragraphs: readonly string[];
  /** Also contains the URL as text, for mail programs without links. */
  readonly action: { readonly label: string; readonly url: string };
  /** Paragraphs below the action. */
  readonly closing: readonly string[];
}

/** Returns a mail as plain text and as equivalent HTML. It loads nothing from the network. */
export function layOut({ subject, brand, paragraphs, action, closing }: Letter): Omit<Mail, "to"> {
  const text = [...paragraphs, `${action.label}:\n${action.url}`, ...closing, `-- \n${brand.name}`].join("\n\n");
  const url = escapeHtml(action.url);
  const html = mailPage(
    subject,
    `<p style="font-size:18px;font-weight:600">${escapeHtml(brand.name)}</p>
${paragraphs.map(paragraph).join("\n")}
${mailButton(action, brand.color)}
<p style="font-size:13px"><a href="${url}">${url}</a></p>
${closing.map(paragraph).join("\n")}`,
  );
  return { subject, text, html };
}

function paragraph(content: string): string {
  return `<p>${escapeHtml(content)}</p>`;
}
