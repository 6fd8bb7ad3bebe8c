import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ResultEvent } from "@plumb/contract/result-event.ts";

const compress = promisify(zstdCompress);
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Texts with fewer characters are stored unchanged or packed on this thread, because sending them to another thread takes longer. */
const plain = 2000;
const packedAtOnce = 64_000;

/** Packs the events of an unfinished test. `bytes` is their size before packing. */
export async function packEvents(events: readonly ResultEvent[]): Promise<{ bytes: number; events: Uint8Array }> {
  const text = JSON.stringify(events);
  return { bytes: text.length, events: await packed(text) };
}

async function packed(text: string): Promise<Uint8Array> {
  if (text.length < plain) return Buffer.from(text);
  return text.length < packedAtOnce ? zstdCompressSync(text, { params }) : compress(text, { params });
}

/** JSON of a list starts with a bracket, which packed data never does. */
export function unpackEvents<Event extends ResultEvent>(events: Uint8Array): Event[] {
  const text = events[0] === "[".charCodeAt(0) ? Buffer.from(events) : zstdDecompressSync(events);
  return JSON.parse(text.toString()) as Event[];
}
