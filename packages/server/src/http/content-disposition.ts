import { create } from "content-disposition";

/**
 * Returns a `Content-Disposition` header for any file name (RFC 6266, RFC 8187): the exact name, and a plain one for clients without support for it.
 * Characters that could end the header or lead out of a folder are replaced, and so are marks that change the displayed order (`exe.txt` for
 * `txt.exe`).
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
