import { readSlackText } from "@plumb/contract/text/slack-text.ts";

/** HTML that was escaped already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns HTML in which all values are escaped, except HTML. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | readonly Html[] | string | number)[]
): Html {
  return new Html(parts.map((part, index) => part + asText(values[index] ?? "")).join(""));
}

function asText(value: Html | readonly Html[] | string | number): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  const escapes: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return String(value).replace(/[&<>"']/g, (found) => escapes[found] ?? found);
}

function link(url: string, text: string): Html {
  return /^https?:\/\//.test(url) ? html`<a href="${url}">${text}</a>` : html`${text}`;
}

/** Shows a text of Slack. */
export function slackText(text: string): Html[] {
  return readSlackText(text).map((part) => {
    if (part.kind === "link") return link(part.url, part.text);
    if (part.kind === "bold") return html`<b>${part.text}</b>`;
    if (part.kind === "code") return html`<code>${part.text}</code>`;
    if (part.kind === "pre") return html`<pre>${part.text}</pre>`;
    return html`${part.text}`;
  });
}

interface AdfNode {
  readonly type: string;
  readonly text?: string;
  readonly content?: readonly AdfNode[];
  readonly marks?: readonly { readonly type: string; readonly attrs?: { readonly href?: string } }[];
}

/** Shows a document of Jira. */
export function adf(node: AdfNode): Html {
  const inner = (node.content ?? []).map(adf);
  if (node.type === "text") {
    const { text = "", marks = [] } = node;
    const href = marks.find(({ type }) => type === "link")?.attrs?.href;
    if (href !== undefined) return link(href, text);
    return marks.some(({ type }) => type === "code") ? html`<code>${text}</code>` : html`${text}`;
  }
  if (node.type === "heading") return html`<h4>${inner}</h4>`;
  if (node.type === "codeBlock") return html`<pre>${inner}</pre>`;
  if (node.type === "bulletList")
    return html`<ul>
      ${inner}
    </ul>`;
  if (node.type === "listItem") return html`<li>${inner}</li>`;
  return node.type === "paragraph" ? html`<p>${inner}</p>` : html`${inner}`;
}
