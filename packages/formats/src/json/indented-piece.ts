import { limits } from "#limits.ts";
import { type ParsedPiece, validJson } from "./parse-piece.ts";

const newline = 0x0a;
const space = 0x20;

/** Returns true if a line break follows the bracket at this index, as in indented text. */
export function isIndented(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === newline;
}

/**
 * Returns the container at this index of an indented text. It probably ends at the first line that has the same
 * indentation and starts with its closing bracket. If the text up to there is valid JSON, the end is correct, because
 * no prefix of a container is valid JSON. Both steps use native functions and are much faster than following every
 * bracket. Returns undefined if this fails.
 */
export function indentedPiece(
  text: string,
  at: number,
  bracket: "}" | "]",
): { readonly json: string; readonly parsed: ParsedPiece } | undefined {
  const line = text.lastIndexOf("\n", at);
  if (line === -1) return undefined;
  let begin = line + 1;
  while (text.charCodeAt(begin) === space) begin++;
  const end = closingOf(text, at, text.slice(line, begin), bracket);
  if (end === -1 || end - at > limits.jsonPiece) return undefined;
  const json = text.slice(at, end + 1);
  const parsed = validJson(json);
  return parsed === undefined ? undefined : { json, parsed };
}

/**
 * Returns the index of the next bracket at the start of its line, with the same line break and indentation; -1 if there is none.
 * There are few such brackets and many spaces: with one pattern for both, the engine would stop at most of the
 * spaces.
 */
function closingOf(text: string, from: number, indent: string, bracket: "}" | "]"): number {
  for (let end = text.indexOf(bracket, from); end !== -1; end = text.indexOf(bracket, end + 1)) {
    if (text.charCodeAt(end - indent.length) === newline && text.startsWith(indent, end - indent.length)) return end;
  }
  return -1;
}
