import { open } from "node:fs/promises";
import type { Readable } from "node:stream";

/**
 * Opens a file and returns it with its size; `null` if it does not exist. The file is opened first, because a stream that opens it later could fail
 * before it has a listener.
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
