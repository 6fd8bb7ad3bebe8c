import { limits } from "#limits.ts";
import { type ParsedPiece, validJson } from "./parse-piece.ts";

const newline = 0x0a;
const space = 0x20;

/** True where the text goes on in a new line after the bracket at this index, as an indented text does. */
export function isIndented(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === newline;
}

/**
 * The container that begins at this index of an indented text. It ends, most likely, with the first line that is indented as its
 * first and begins with its closing bracket; and if all until there is valid JSON, that is its end for certain: no part of a
 * container is valid by itself that begins with its first bracket. Both looks are the engine's own, and much faster than following
 * every bracket. Undefined where that is not so: then somebody has to follow them.
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
 * Index of the first bracket from here on that begins its line, as far in as this line break and its spaces say; or -1. There are few
 * such brackets and many spaces: looked for together, the engine would stop at most of the spaces.
 */
function closingOf(text: string, from: number, indent: string, bracket: "}" | "]"): number {
  for (let end = text.indexOf(bracket, from); end !== -1; end = text.indexOf(bracket, end + 1)) {
    if (text.charCodeAt(end - indent.length) === newline && text.startsWith(indent, end - indent.length)) return end;
  }
  return -1;
}
