import { limits } from "@plumb/formats/limits.ts";
import { sizeText, type SpooledFile, TooLarge } from "#ingest/sources/files/spool.ts";

export interface Unpacked {
  readonly files: SpooledFile[];
  readonly rejected: { name: string; reason: string }[];
}

export interface UnpackTarget {
  readonly folder: string;
  /** Bytes that all unpacked files of the archive may have together. */
  readonly maxBytes: number;
}

/** What cannot be unpacked at all; what came out before is kept. */
export class ArchiveFault extends Error {}

export function refusalOf(name: string | null): string {
  return name === null ? "Its path leads out of the archive." : "Links and devices in archives are not followed.";
}

/** Passes bytes on until they are more than any honest archive of this packed size would hold. */
export async function* guarded(
  source: AsyncIterable<unknown>,
  packedBytes: number,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > maxBytes)
      throw new TooLarge(
        `Unpacked it is larger than ${sizeText(maxBytes)}, the limit of this server (PLUMB_MAX_UPLOAD_BYTES).`,
      );
    if (bytes > limits.archiveRatioFloorBytes && bytes > limits.archiveRatio * packedBytes) {
      throw new ArchiveFault(`It unpacks to more than ${limits.archiveRatio} times its size, as only a bomb does.`);
    }
    yield buffer;
  }
}
