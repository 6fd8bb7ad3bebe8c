import { create } from "content-disposition";

/**
 * `Content-Disposition` with a file name of any characters (RFC 6266, RFC 8187): the exact name for everybody, and a plain
 * one for clients that know nothing else. What could end the header or lead out of a folder is replaced; so are the marks
 * that make a name read differently from what it is (`exe.txt` for `txt.exe`).
 */
export function contentDisposition(type: "inline" | "attachment", fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\]/gu, "_")
    .replaceAll(/\p{Bidi_Control}/gu, "");
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^ -~]+/g, "_");
  return create(name, { type, fallback: plain });
}
