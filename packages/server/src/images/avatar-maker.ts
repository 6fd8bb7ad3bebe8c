import { OutOfMemory, type ThreadKind, type Threads } from "#threads/threads.ts";
import type { AvatarAnswer, AvatarOrder } from "./avatar-worker.ts";
import { readPictureHeader } from "./picture-header.ts";

/** Drawn at 128 CSS pixels at most, so sharp on dense screens as well. */
const side = 256;

/** Decoded, a picture takes 4 to 16 bytes of memory per pixel; phones and cameras that write 5 MB stay below this. */
export const mostPixels = 32_000_000;

interface Limits {
  /** How many may wait for their turn; one more is refused. */
  readonly waiting: number;
  /** A picture that takes longer is given up. */
  readonly patienceMs: number;
}

/**
 * What became of a picture: WebP, square, 256 pixels a side or as many as there were, nothing in it but pixels.
 * `unreadable`: damaged, animated, or it took too long. `busy`: too many are waiting already.
 */
export type MadeAvatar =
  | { readonly image: Uint8Array }
  | { readonly refused: "unreadable" | "too-many-pixels" | "busy" };

/** Makes avatars of pictures in a thread of their own, one at a time, so that the memory they take is that of one. */
export function createAvatarMaker(
  threads: Threads,
  { waiting, patienceMs }: Limits,
): (bytes: Uint8Array) => Promise<MadeAvatar> {
  let before: Promise<unknown> = Promise.resolve();
  let inLine = 0;
  return async (bytes) => {
    const header = readPictureHeader(bytes);
    if (header === null) return { refused: "unreadable" };
    if (header.width * header.height > mostPixels) return { refused: "too-many-pixels" };
    if (inLine > waiting) return { refused: "busy" };
    inLine += 1;
    // A copy, because it is transferred to the thread.
    const order = { bytes: Uint8Array.from(bytes).buffer, header, side };
    const mine = before.then(() => inThread(threads, order, patienceMs));
    before = mine.catch(() => undefined);
    try {
      const image = await mine;
      return image === null ? { refused: "unreadable" } : { image };
    } finally {
      inLine -= 1;
    }
  };
}

const decoding: ThreadKind = {
  script: new URL("avatar-worker.ts", import.meta.url),
  most: 1,
  shared: false,
  idleMs: 0,
  limits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  quiet: true,
};

async function inThread(threads: Threads, order: AvatarOrder, patienceMs: number): Promise<AvatarAnswer> {
  const task = await threads.begin(decoding, order, { transfer: [order.bytes] });
  let timer: NodeJS.Timeout | undefined;
  try {
    const made = new Promise<AvatarAnswer>((resolve) => {
      timer = setTimeout(() => resolve(null), patienceMs);
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
