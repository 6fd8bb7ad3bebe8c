import { OutOfMemory, type WorkerKind, type WorkerPool } from "#threads/worker-pool.ts";
import type { AvatarReply, AvatarOrder } from "./avatar-worker.ts";
import { readPictureHeader } from "./picture-header.ts";

/** Avatars are at most 128 CSS pixels wide, so they are sharp on dense screens as well. */
const side = 256;

/** A decoded picture takes 4 to 16 bytes of memory per pixel. Files of 5 MB from phones and cameras stay below this limit. */
export const maxPixels = 32_000_000;

interface Limits {
  /** Maximum number of waiting pictures; others are rejected. */
  readonly waiting: number;
  /** Processing a picture is aborted after this time. */
  readonly timeoutMs: number;
}

/**
 * Result for a picture: a square WebP of at most 256 pixels a side without metadata. `unreadable`: damaged, animated, or it took too long. `busy`:
 * too many are waiting.
 */
export type MadeAvatar =
  | { readonly image: Uint8Array }
  | { readonly refused: "unreadable" | "too-many-pixels" | "busy" };

/** Creates avatars from pictures in a separate thread, one at a time, to limit memory. */
export function createAvatarMaker(
  threads: WorkerPool,
  { waiting, timeoutMs }: Limits,
): (bytes: Uint8Array) => Promise<MadeAvatar> {
  let before: Promise<unknown> = Promise.resolve();
  let inLine = 0;
  return async (bytes) => {
    const header = readPictureHeader(bytes);
    if (header === null) return { refused: "unreadable" };
    if (header.width * header.height > maxPixels) return { refused: "too-many-pixels" };
    if (inLine > waiting) return { refused: "busy" };
    inLine += 1;
    // A copy, because the buffer is transferred to the thread.
    const order = { bytes: Uint8Array.from(bytes).buffer, header, side };
    const mine = before.then(() => inThread(threads, order, timeoutMs));
    before = mine.catch(() => undefined);
    try {
      const image = await mine;
      return image === null ? { refused: "unreadable" } : { image };
    } finally {
      inLine -= 1;
    }
  };
}

const decoding: WorkerKind = {
  script: new URL("avatar-worker.ts", import.meta.url),
  max: 1,
  shared: false,
  idleMs: 0,
  limits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  quiet: true,
};

async function inThread(threads: WorkerPool, order: AvatarOrder, timeoutMs: number): Promise<AvatarReply> {
  const task = await threads.begin(decoding, order, { transfer: [order.bytes] });
  let timer: NodeJS.Timeout | undefined;
  try {
    const made = new Promise<AvatarReply>((resolve) => {
      timer = setTimeout(() => resolve(null), timeoutMs);
      task.port.once("message", resolve);
    });
    return await Promise.race([made, task.broken]);
  } catch (error) {
    if (error instanceof OutOfMemory) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    await task[Symbol.asyncDispose]();
  }
}
