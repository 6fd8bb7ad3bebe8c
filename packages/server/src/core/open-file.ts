import { open } from "node:fs/promises";
import type { Readable } from "node:stream";

/**
 * A file to read, with its size; null if it is not there. It is open when this returns: a stream that opens its file later
 * fails at a moment when nobody may be listening yet.
 *
 * @param range Inclusive byte offsets.
 */
export async function openFile(
  path: string,
  range?: { readonly start: number; readonly end: number },
): Promise<{ size: number; stream: Readable } | null> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    return { size, stream: file.createReadStream(range ?? {}) };
  } catch (error) {
    await file.close();
    throw error;
  }
}
