export interface ParsedPiece {
  readonly value: unknown;
  /** The JSON was invalid and could be repaired. */
  readonly repaired: boolean;
}

/**
 * A piece of JSON; undefined if it is beyond repair. What reporters really get wrong is repaired: control characters in
 * strings, trailing commas, and numbers that are `NaN` or `Infinity` (which become null).
 */
export function parsePiece(json: string): ParsedPiece | undefined {
  const valid = validJson(json);
  if (valid !== undefined) return valid;
  const repaired = validJson(withoutSlips(json));
  return repaired === undefined ? undefined : { ...repaired, repaired: true };
}

/** Parses a piece; undefined if it is invalid. */
export function validJson(json: string): ParsedPiece | undefined {
  try {
    return { value: JSON.parse(json), repaired: false };
  } catch {
    return undefined;
  }
}

function withoutSlips(json: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is repaired
  const plain = json.replace(/[\u0000-\u001f]/g, " ");
  // Strings are matched first, so that what looks alike inside them stays; also one without its end, or each quote would look for it.
  return plain.replace(/"(?:[^"\\]|\\.)*["\\]?|-?\b(?:NaN|Infinity)\b|,(?=\s*[}\]])/g, (token) => {
    if (token.startsWith('"')) return token;
    return token === "," ? "" : "null";
  });
}
