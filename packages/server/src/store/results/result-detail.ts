import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { TestError, TestStatus } from "@plumb/contract/result-event.ts";
import type { Step } from "@plumb/contract/runs/results.ts";
import { keepLatest } from "#store/keep-latest.ts";

/** An attempt as stored. Timestamps are Unix milliseconds. */
export interface StoredAttempt {
  readonly status: TestStatus;
  readonly startedAt: number | null;
  readonly durationMs: number | null;
  readonly worker?: number | undefined;
  readonly errors?: readonly TestError[] | undefined;
  readonly timedOut?: true | undefined;
  readonly steps?: readonly Step[] | undefined;
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
}

/** Details of a result that are not shown in lists. This is version 1; later versions must convert it when reading. */
export interface StoredDetail {
  readonly line?: number | undefined;
  readonly annotations?: readonly { type: string; description?: string | undefined }[] | undefined;
  readonly skipReason?: string | undefined;
  readonly attempts: readonly StoredAttempt[];
}

/** Returns the errors of the last attempt that has some. */
export function lastErrors(detail: StoredDetail | null): readonly TestError[] {
  return detail?.attempts.findLast(({ errors }) => errors !== undefined)?.errors ?? [];
}

const version = 1;

const compress = promisify(zstdCompress);
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Serialises part of a batch's details for `packDetails`. */
export function detailsText(details: readonly StoredDetail[]): string {
  return JSON.stringify(details).slice(1, -1);
}

/** Packs the details of a batch, in slot order. Uses the fastest level, which finds repetitions between tests as well as slower ones. */
export async function packDetails(parts: readonly string[]): Promise<Buffer> {
  const text = `{"version":${version},"details":[${parts.join(",")}]}`;
  // For a short text, switching to another thread takes longer than packing it.
  return text.length < 64_000 ? zstdCompressSync(text, { params }) : compress(text, { params });
}

export function unpackDetails(packed: Uint8Array): StoredDetail[] {
  const block = JSON.parse(zstdDecompressSync(packed).toString()) as { version: number; details: StoredDetail[] };
  if (block.version !== version) throw new Error(`Result details of version ${block.version} need a newer Plumb.`);
  return block.details;
}

/** Number of recently used blocks to keep unpacked, because neighbours in the list usually share a block. */
const blocksHeld = 3;

/**
 * Returns a function that reads the details of results. Reads each block once if the results are in order.
 *
 * @param blockOf Returns a packed block by id; `null` if it does not exist.
 */
export function detailReader(
  blockOf: (detailId: number) => Promise<Uint8Array | null>,
): (location: { detailId: number | null; detailSlot: number | null }) => Promise<StoredDetail | null> {
  const blocks = new Map<number, StoredDetail[]>();
  return async ({ detailId, detailSlot }) => {
    if (detailId === null || detailSlot === null) return null;
    const held = blocks.get(detailId);
    if (held !== undefined) return held[detailSlot] ?? null;
    const packed = await blockOf(detailId);
    const block = packed === null ? [] : unpackDetails(packed);
    keepLatest(blocks, detailId, block, blocksHeld);
    return block[detailSlot] ?? null;
  };
}
