import type { EventEmitter } from "node:events";
import type { Slot } from "#core/semaphore.ts";
import type { SpooledFile, SpoolTarget } from "#ingest/spool/spool.ts";
import { limits } from "@plumb/formats/limits.ts";

export interface Unpacked {
  readonly files: SpooledFile[];
  readonly rejected: { name: string; reason: string }[];
}

export interface UnpackTarget {
  readonly spool: SpoolTarget;
  /** Shared by all archives of one upload. */
  readonly allowance: UnpackAllowance;
  /** Yields to other uploads between entries. */
  readonly slot: Slot;
}

/** Shared unpacking limits of all archives in an upload. */
export interface UnpackAllowance {
  bytesLeft: number;
  entriesLeft: number;
}

export function unpackAllowance(maxBytes: number): UnpackAllowance {
  return { bytesLeft: maxBytes, entriesLeft: limits.archiveEntries };
}

/** Reason why the rest of an archive cannot be unpacked. Files that were unpacked before are kept. */
export class ArchiveFault extends Error {}

export function refusalOf(name: string | null): string {
  return name === null ? "Its path points outside the archive." : "Links and devices in archives are not followed.";
}

/** Counts the unpacked bytes of one archive. */
export class ArchiveMeter {
  readonly #packedBytes: number;
  readonly #allowance: UnpackAllowance;
  #bytes = 0;

  constructor(packedBytes: number, allowance: UnpackAllowance) {
    this.#packedBytes = packedBytes;
    this.#allowance = allowance;
  }

  /** Maximum bytes of the next file. */
  get left(): number {
    return this.#allowance.bytesLeft;
  }

  /** @throws ArchiveFault if the upload has too many entries. */
  countEntries(count = 1): void {
    this.#allowance.entriesLeft -= count;
    if (this.#allowance.entriesLeft < 0)
      throw new ArchiveFault(`The archives of this upload have more than ${limits.archiveEntries} entries.`);
  }

  /**
   * Yields the bytes of one file.
   *
   * @throws ArchiveFault if the archive unpacks to more than the maximum ratio, or the upload to more than its limit.
   */
  pass(source: AsyncIterable<unknown> & Pick<EventEmitter, "on">): AsyncGenerator<Buffer> {
    // A damaged file can fail before it is read, and an unhandled error event would end the process. Reading a failed stream throws its error later.
    source.on("error", () => undefined);
    return this.#count(source);
  }

  async *#count(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      const buffer = chunk as Buffer;
      this.#bytes += buffer.length;
      this.#allowance.bytesLeft -= buffer.length;
      if (this.#allowance.bytesLeft < 0)
        throw new ArchiveFault(
          "Unpacked, the archives of this upload are larger than the limit of this server (PLUMB_MAX_UPLOAD_BYTES).",
        );
      if (this.#bytes > limits.archiveRatioFloorBytes && this.#bytes > limits.archiveRatio * this.#packedBytes)
        throw new ArchiveFault(`It unpacks to more than ${limits.archiveRatio} times its size, like an archive bomb.`);
      yield buffer;
    }
  }
}
