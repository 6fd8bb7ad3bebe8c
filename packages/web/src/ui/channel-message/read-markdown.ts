import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";

/** Longer texts are shown without formatting. */
const maxLength = 60_000;
/** An escaped character, code, or a link as CommonMark or as Teams writes it. */
const marked =
  /\\([!-/:-@[-`{-~])|(`+) ([^`\n]*) \2(?!`)|\[((?:\\.|[^\]\\\n]){0,500})\]\((?:<([^>\n]{0,2000})>|([^)\s]{0,2000}))\)/g;

/** Parses the subset of Markdown that messages for Discord and Mattermost use. */
export function readMarkdown(text: string): Block[] {
  if (text.length > maxLength) return [{ kind: "paragraph", content: [text] }];
  const blocks: Block[] = [];
  const lines = text.split("\n");
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    const [fence] = /^`{3,}(?=text$)/.exec(line) ?? [];
    if (fence !== undefined) {
      const end = lines.indexOf(fence);
      const code = lines.splice(0, end === -1 ? lines.length : end);
      lines.shift();
      blocks.push({ kind: "code", text: visible(code.join("\n")) });
    } else if (line.startsWith("### ")) blocks.push({ kind: "heading", text: plain(readLine(line.slice(4))) });
    else if (line.startsWith("- ")) {
      const rest = lines.findIndex((next) => !next.startsWith("- "));
      const more = lines.splice(0, rest === -1 ? lines.length : rest);
      blocks.push({ kind: "list", items: [line, ...more].map((item) => readLine(item.slice(2))) });
    } else if (line !== "") blocks.push({ kind: "paragraph", content: readLine(line) });
  }
  return blocks;
}

/** Parses a line with links, code and escaped characters. */
export function readLine(line: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  let text = "";
  const endText = () => {
    if (text !== "") parts.push(visible(text));
    text = "";
  };
  for (const match of line.matchAll(marked)) {
    const [all, escaped, , code, label, ...addresses] = match;
    text += line.slice(from, match.index) + (escaped ?? "");
    from = match.index + all.length;
    const url = addresses.find((address) => address !== undefined);
    if (code !== undefined) {
      endText();
      parts.push({ code: visible(code) });
    } else if (label !== undefined && url !== undefined) {
      endText();
      parts.push({ text: plain(readLine(label)), url });
    }
  }
  text += line.slice(from);
  endText();
  return parts;
}

function plain(line: readonly Inline[]): string {
  return line.map((part) => (typeof part === "string" ? part : "code" in part ? part.code : part.text)).join("");
}

/** Removes zero-width spaces, which keep services from formatting. */
function visible(text: string): string {
  return text.replaceAll("\u200b", "");
}
