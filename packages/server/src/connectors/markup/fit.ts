import { beginning } from "@plumb/contract/text/cut.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";

interface Markup<Rendered> {
  readonly render: (blocks: readonly Block[]) => Rendered;
  /** Returns the length of a rendered text, as the service counts it. */
  readonly length: (rendered: Rendered) => number;
  readonly maxLength: number;
  /** Name of the service, for the sentence about omitted content. */
  readonly service: string;
}

/**
 * Renders as many blocks as the service accepts. If some do not fit, the last one is shortened, and a sentence explains it. `last` is always included.
 */
export function renderWithin<Rendered>(
  blocks: readonly Block[],
  last: readonly Block[],
  { render, length, maxLength, service }: Markup<Rendered>,
): Rendered {
  // A text that is longer than the limit cannot fit, so that the work does not grow with it.
  const bounded = takeBlocks(blocks, maxLength);
  const isFull = bounded === blocks;
  if (isFull) {
    const full = render([...blocks, ...last]);
    if (length(full) <= maxLength) return full;
  }
  const limit = maxLength.toLocaleString("en");
  const note = `This text was cut after about ${limit} characters, because it is too long for ${service}.`;
  const end: readonly Block[] = [{ kind: "paragraph", content: [note] }, ...last];
  const cutAt = (size: number) => render([...takeBlocks(bounded, size), ...end]);
  let [fits, tooLong] = [0, maxLength + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (length(cutAt(middle)) <= maxLength) fits = middle;
    else tooLong = middle;
  }
  return cutAt(fits);
}

/** Returns the blocks up to `size` characters of text; the same array if that are all. */
function takeBlocks(blocks: readonly Block[], size: number): readonly Block[] {
  let left = size;
  const taken: Block[] = [];
  for (const block of blocks) {
    const length = lengthOf(block);
    if (length > left) {
      const part = left > 0 ? takeStart(block, left) : null;
      return part === null ? taken : [...taken, part];
    }
    taken.push(block);
    left -= length;
  }
  return blocks;
}

function lengthOf(block: Block): number {
  // Each block counts, so that empty ones are limited too.
  if (block.kind === "heading" || block.kind === "code") return block.text.length + 1;
  const lines = block.kind === "list" ? block.items : [block.content];
  return lines.reduce((sum, line) => sum + lineLength(line), 1);
}

function lineLength(line: readonly Inline[]): number {
  return line.reduce((sum, part) => sum + textOf(part).length + 1, 1);
}

function takeStart(block: Block, size: number): Block | null {
  if (block.kind === "heading") return null;
  if (block.kind === "code") return { kind: "code", text: beginning(block.text, size) };
  if (block.kind === "paragraph") return { kind: "paragraph", content: takeLine(block.content, size) };
  const items: (readonly Inline[])[] = [];
  let left = size;
  for (const item of block.items) {
    if (left <= 0) break;
    items.push(lineLength(item) <= left ? item : takeLine(item, left));
    left -= lineLength(item);
  }
  return { kind: "list", items };
}

/** Omits links instead of shortening them. */
function takeLine(line: readonly Inline[], size: number): readonly Inline[] {
  const taken: Inline[] = [];
  let left = size;
  for (const part of line) {
    const { length } = textOf(part);
    if (length > left) return typeof part === "string" && left > 0 ? [...taken, beginning(part, left)] : taken;
    taken.push(part);
    left -= length + 1;
  }
  return taken;
}

function textOf(part: Inline): string {
  return typeof part === "string" ? part : "code" in part ? part.code : part.text;
}
