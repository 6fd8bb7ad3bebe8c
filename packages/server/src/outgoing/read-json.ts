import { parseJson } from "./bounded-json.ts";
import { ask } from "#threads/ask.ts";
import { OutOfMemory, type WorkerKind, type WorkerPool } from "#threads/worker-pool.ts";

/** Longer texts are parsed in a thread. */
const quickLength = 1024 * 1024;

const parsing: WorkerKind = {
  script: new URL("parsing-thread.ts", import.meta.url),
  max: 2,
  shared: false,
  idleMs: 30_000,
  // Enough for the longest response, which has 8 MiB.
  limits: { maxOldGenerationSizeMb: 128 },
};

/** Works like `parseJson`, but does not block the main thread with long texts. */
export async function readJson(threads: WorkerPool, text: string): Promise<unknown> {
  if (text.length <= quickLength) return parseJson(text);
  try {
    await using task = await threads.begin(parsing, {});
    return await ask<unknown>(task, text);
  } catch (error) {
    if (error instanceof OutOfMemory) return undefined;
    throw error;
  }
}
