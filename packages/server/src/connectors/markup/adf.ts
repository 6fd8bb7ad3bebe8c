import { linkAddress, plainLine, plainLines } from "@plumb/contract/text/plain.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";

/** A node of the Atlassian Document Format. @see https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/ */
interface AdfNode {
  readonly type: string;
  readonly content?: readonly AdfNode[];
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, string | number>>;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, string>> }[];
}

export type AdfDocument = AdfNode & { readonly type: "doc"; readonly version: 1 };

/** Renders blocks as a Jira Cloud document. Text nodes cannot contain markup, and must not be empty. */
export function renderAdf(blocks: readonly Block[]): AdfDocument {
  return { type: "doc", version: 1, content: blocks.flatMap(renderBlock) };
}

function renderBlock(block: Block): AdfNode[] {
  if (block.kind === "heading")
    return [{ type: "heading", attrs: { level: 3 }, content: textNodes(plainLine(block.text)) }];
  if (block.kind === "code") return [{ type: "codeBlock", content: textNodes(plainLines(block.text)) }];
  if (block.kind === "paragraph") return [paragraph(block.content)];
  if (block.items.length === 0) return [];
  return [
    {
      type: "bulletList",
      content: block.items.map((item) => ({ type: "listItem", content: [paragraph(item)] })),
    },
  ];
}

function paragraph(line: readonly Inline[]): AdfNode {
  return { type: "paragraph", content: line.flatMap(renderInline) };
}

function renderInline(part: Inline): AdfNode[] {
  if (typeof part === "string") return textNodes(plainLine(part));
  if ("code" in part) return textNodes(plainLine(part.code), [{ type: "code" }]);
  const href = linkAddress(part.url);
  return textNodes(plainLine(part.text), href === null ? undefined : [{ type: "link", attrs: { href } }]);
}

function textNodes(text: string, marks?: AdfNode["marks"]): AdfNode[] {
  return text === "" ? [] : [{ type: "text", text, ...(marks !== undefined && { marks }) }];
}
