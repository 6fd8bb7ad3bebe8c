import { createHash, randomUUID } from "node:crypto";
import type { Context } from "#core/context.ts";

/** Project of the object that is written at the start; ids of projects start at 1. */
const noProject = 0;

/**
 * Writes, reads and deletes an object, so that a wrong setting is found at the start. Logs a warning if the storage does not respond, is full or
 * overloaded, because this may be temporary, and reports can be read without it.
 *
 * @throws Error if the storage refuses the requests.
 */
export async function checkStorage({ blobs, log }: Pick<Context, "blobs" | "log">): Promise<void> {
  const bytes = Buffer.from(randomUUID());
  const hash = createHash("sha256").update(bytes).digest("hex");
  try {
    await blobs.putBytes(noProject, hash, bytes);
    const size = await blobs.size(noProject, hash);
    await blobs.remove(noProject, hash);
    if (size !== bytes.length) log.warn("The object storage of PLUMB_BLOBS does not return what was stored.");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith("STORAGE_") === true && code !== "STORAGE_REFUSED")
      return log.warn(`PLUMB_BLOBS does not work now. ${message} Uploads with files fail until it does.`);
    throw new Error(`PLUMB_BLOBS cannot be used. ${message} Check the bucket, the credentials and their permissions.`, {
      cause: error,
    });
  }
}
