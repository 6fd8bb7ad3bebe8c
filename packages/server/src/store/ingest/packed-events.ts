import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ResultEvent } from "@plumb/contract/result-event.ts";

const compress = promisify(zstdCompress);
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/**
 * Texts below this number of characters are stored unchanged, or packed immediately: sending them to another thread
 * takes longer.
 */
const plain = 2000;
const packedAtOnce = 64_000;

/** Events as they wait for their test to be decided, and their bytes before they were packed. */
export async function packEvents(events: readonly ResultEvent[]): Promise<{ bytes: number; events: Uint8Array }> {
  const text = JSON.stringify(events);
  return { bytes: text.length, events: await packed(text) };
}

async function packed(text: string): Promise<Uint8Array> {
  if (text.length < plain) return Buffer.from(text);
  return text.length < packedAtOnce ? zstdCompressSync(text, { params }) : compress(text, { params });
}

/** A list as JSON begins with its bracket, and no packed one does. */
export function unpackEvents<Event extends ResultEvent>(events: Uint8Array): Event[] {
  const text = events[0] === "[".charCodeAt(0) ? Buffer.from(events) : zstdDecompressSync(events);
  return JSON.parse(text.toString()) as Event[];
}
