/** Inclusive offsets. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a range of bytes from a browser (RFC 9110, 14.1.2): `bytes=0-99`, `bytes=100-`, `bytes=-100`.
 *
 * @returns `whole` for no range, several ranges, or an invalid range, which a server may ignore; `unsatisfiable` if the range starts after the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return "whole";
  return start < size ? { start, end } : "unsatisfiable";
}
