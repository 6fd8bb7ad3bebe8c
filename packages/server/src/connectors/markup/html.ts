import { linkAddress, plainLine, plainLines } from "@plumb/contract/text/plain.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Renders blocks as HTML for Azure Boards. */
export function renderHtml(blocks: readonly Block[]): string {
  return blocks.map(renderBlock).join("");
}

function renderBlock(block: Block): string {
  if (block.kind === "heading") return `<h3>${escapeHtml(plainLine(block.text))}</h3>`;
  if (block.kind === "code") return `<pre><code>${escapeHtml(plainLines(block.text))}</code></pre>`;
  if (block.kind === "paragraph") return `<p>${renderLine(block.content)}</p>`;
  return `<ul>${block.items.map((item) => `<li>${renderLine(item)}</li>`).join("")}</ul>`;
}

function renderLine(line: readonly Inline[]): string {
  return line.map(renderInline).join("");
}

function renderInline(part: Inline): string {
  if (typeof part === "string") return escapeHtml(plainLine(part));
  if ("code" in part) return `<code>${escapeHtml(plainLine(part.code))}</code>`;
  const address = linkAddress(part.url);
  const text = escapeHtml(plainLine(part.text));
  return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
}

/** `@<id of a user>` is a mention also after decoding, so the two characters are separated. */
function escapeHtml(text: string): string {
  return text.replace(/@(?=<)/g, "@\u200b").replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
