import { linkAddress, plainLine, plainLines, withoutEndBreaks } from "@plumb/contract/text/plain.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";

/**
 * Returns blocks in the wiki markup of Jira Data Center. Backslashes do not escape all of its characters, and two of them are a line break, so
 * character references are used.
 *
 * @see https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
 */
export function renderJiraWiki(blocks: readonly Block[]): string {
  return blocks
    .map(renderBlock)
    .filter((text) => text !== "")
    .join("\n\n");
}

function renderBlock(block: Block): string {
  if (block.kind === "heading") return `h3. ${escapeWiki(block.text).trim()}`;
  if (block.kind === "code") return noformat(block.text);
  if (block.kind === "paragraph") return renderLine(block.content);
  return block.items.map((item) => `* ${renderLine(item)}`).join("\n");
}

function renderLine(line: readonly Inline[]): string {
  // Such as "h1. " and "bq. " at the start of a line.
  return line
    .map(renderInline)
    .join("")
    .trim()
    .replace(/^(h[1-6]|bq)\./i, "$1&#46;");
}

function renderInline(part: Inline): string {
  if (typeof part === "string") return escapeWiki(part);
  if ("code" in part) return part.code.trim() === "" ? "" : `{{${escapeWiki(part.code)}}}`;
  const address = linkAddress(part.url);
  const text = escapeWiki(part.text);
  return address === null ? text : `[${text}|${address}]`;
}

export function escapeWiki(text: string): string {
  return plainLine(text).replace(/[!#$&'()*+:<>?@[\\\]^_`{|}~-]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The only markup in `{noformat}` is its end. */
function noformat(code: string): string {
  const text = plainLines(code).replace(/\{(?=\s*noformat)/gi, "{\u200b");
  return `{noformat}\n${withoutEndBreaks(text)}\n{noformat}`;
}
