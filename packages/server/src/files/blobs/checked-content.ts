import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { StorageError } from "./storage-error.ts";

interface Check {
  readonly hash: string;
  /** Time to wait for the next bytes. Time without a read does not count, so that slow readers are not cut off. */
  readonly idleMs: number;
  /** False for a part of the content, whose hash is unknown. */
  readonly isFull: boolean;
  readonly failed: (cause: unknown) => Error;
}

/**
 * Returns the content of an object, which fails if it stops arriving or is not what was stored. The last bytes are held back until the hash is known, so
 * that a damaged file does not look complete.
 */
export function checkedContent(body: Readable, check: Check): Readable {
  const stream = Readable.from(chunksOf(body, check), { objectMode: false });
  // A generator that was never read does not reach its `finally`.
  return stream.once("close", () => body.destroy());
}

async function* chunksOf(body: Readable, { hash, idleMs, isFull, failed }: Check): AsyncGenerator<Uint8Array> {
  const digest = createHash("sha256");
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    let held: Uint8Array | null = null;
    for (;;) {
      const next: IteratorResult<Uint8Array> = await nextChunk(chunks, body, idleMs);
      if (next.done === true) break;
      if (held !== null) yield held;
      held = next.value;
      if (isFull) digest.update(held);
    }
    const found = isFull ? digest.digest("hex") : hash;
    if (found !== hash) throw new StorageError("STORAGE_DAMAGED", `${hash} has other content (${found}).`);
    if (held !== null) yield held;
  } catch (error) {
    throw failed(error);
  } finally {
    body.destroy();
  }
}

async function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  body: Readable,
  idleMs: number,
): Promise<IteratorResult<Uint8Array>> {
  const timer = setTimeout(() => {
    body.destroy(new StorageError("STORAGE_AWAY", `It sent nothing for ${Math.round(idleMs / 1000)} seconds.`));
  }, idleMs);
  try {
    return await chunks.next();
  } finally {
    clearTimeout(timer);
  }
}
