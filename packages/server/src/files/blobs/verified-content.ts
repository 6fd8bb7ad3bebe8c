import { createHash } from "node:crypto";
import type { Readable } from "node:stream";

export class DamagedBlob extends Error {}

/** Passes the content on, and fails at its end if it does not have this hash, so that it is not stored. */
export async function* verifiedContent(stream: Readable, hash: string): AsyncGenerator<Uint8Array> {
  const digest = createHash("sha256");
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest("hex") !== hash) throw new DamagedBlob("its content is damaged in the source");
}

/** Returns why a blob is damaged; `null` for other errors. */
export function damageIn(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DamagedBlob) return cause.message;
    if ((cause as NodeJS.ErrnoException).code === "STORAGE_DAMAGED") return "it is damaged in its bucket";
  }
  return null;
}
