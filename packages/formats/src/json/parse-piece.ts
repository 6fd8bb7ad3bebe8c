export interface ParsedPiece {
  readonly value: unknown;
  /** True if the JSON was invalid and was repaired. */
  readonly repaired: boolean;
}

/**
 * Parses a piece of JSON; undefined if it cannot be repaired. Repairs common mistakes of reporters: control characters in
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
  // Strings are matched first, so that similar text inside them is not changed. An unterminated string matches too; otherwise each quote would search
  // to the end.
  return plain.replace(/"(?:[^"\\]|\\.)*["\\]?|-?\b(?:NaN|Infinity)\b|,(?=\s*[}\]])/g, (token) => {
    if (token.startsWith('"')) return token;
    return token === "," ? "" : "null";
  });
}
