import { codeSpan, escapeText, fence, zeroWidth } from "@plumb/contract/text/markdown.ts";
import { linkAddress } from "@plumb/contract/text/plain.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";

/**
 * Returns blocks as CommonMark, which GitHub, GitLab and Linear extend. Texts are shown as they are:
 *
 * - Markup is escaped with backslashes. GitHub and GitLab look for mentions, references and addresses after that, in the rendered text, so a
 * zero-width space follows the characters that begin one.
 * - A fence is longer than any row of backticks in its code.
 * - GitLab runs lines that begin with a command, such as `/close`, also in code that follows a fence in the text. A zero-width space precedes it.
 */
export function renderMarkdown(blocks: readonly Block[]): string {
  return blocks
    .map(renderBlock)
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Returns a title without mentions and references, which GitLab also looks for in titles. */
export function withoutReferences(title: string): string {
  return title.replace(/@(?=[\w.-])|[#!&](?=\d)/g, `$&${zeroWidth}`);
}

function renderBlock(block: Block): string {
  if (block.kind === "heading") return `### ${escapeText(block.text).trim()}`;
  if (block.kind === "code") return fence(block.text);
  if (block.kind === "paragraph") return renderLine(block.content);
  return block.items.map((item) => `- ${renderLine(item)}`).join("\n");
}

function renderLine(line: readonly Inline[]): string {
  const text = line.map(renderInline).join("").trim();
  // A list, a heading or a line of a table begins at the start of a line only.
  return text.replace(/^(?:[-+=]|\d{1,9}(?=[.)]))/, (start) =>
    /^\d/.test(start) ? `${start}${zeroWidth}` : `\\${start}`,
  );
}

function renderInline(part: Inline): string {
  if (typeof part === "string") return escapeText(part);
  if ("code" in part) return codeSpan(part.code);
  const address = linkAddress(part.url);
  const text = escapeText(part.text);
  return address === null ? text : `[${text}](<${address}>)`;
}
