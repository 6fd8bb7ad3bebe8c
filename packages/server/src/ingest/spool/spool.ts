import { formatBytes } from "@plumb/contract/figures.ts";
import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A file of an upload, on disk until it is read. */
export interface SpooledFile {
  /** Name as uploaded, as a relative path with slashes and without `..`. */
  readonly name: string;
  readonly path: string;
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: number;
  /** Name of the archive that contained it. */
  readonly archive?: string;
}

/** Stores a request's files until they are recorded. */
export interface SpoolTarget {
  readonly folder: string;
  /**
   * Reserves space before bytes are written.
   *
   * @throws ApiError if there is not enough.
   */
  readonly hold: (bytes: number) => void;
}

export class TooLarge extends Error {}

const drainBytes = 64 * 1024 * 1024;

/** Write buffer size. A smaller buffer would make each chunk wait for the previous write. */
const waitingBytes = 256 * 1024;

function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(`It is larger than ${formatBytes(maxBytes)}, the limit of this server (PLUMB_MAX_UPLOAD_BYTES).`);
}

/**
 * Writes a stream to a temporary file and hashes it. Deletes the file after an error.
 *
 * @param onPiece Called with each chunk before it is written.
 * @throws ApiError if there is not enough disk space.
 */
export async function spool(
  source: AsyncIterable<Uint8Array> | NodeJS.ReadableStream,
  name: string,
  { folder, hold }: SpoolTarget,
  maxBytes: number,
  onPiece?: (path: string, piece: Uint8Array) => void,
): Promise<SpooledFile> {
  const path = join(folder, randomUUID());
  const digest = createHash("sha256");
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      // Reads and drops excess data, within limits, so that the sender receives the error.
      if (bytes > maxBytes) {
        done(bytes > 2 * maxBytes + drainBytes ? tooLarge(maxBytes) : null);
        return;
      }
      try {
        hold(chunk.length);
      } catch (error) {
        done(error as Error);
        return;
      }
      digest.update(chunk);
      onPiece?.(path, chunk);
      done(null, chunk);
    },
  });
  try {
    // The file must exist before the first notification.
    const file = await open(path, "wx", 0o600);
    await pipeline(source, meter, file.createWriteStream({ highWaterMark: waitingBytes }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  if (bytes > maxBytes) {
    await rm(path, { force: true });
    throw tooLarge(maxBytes);
  }
  return { name, path, hash: digest.digest("hex"), bytes };
}

/**
 * Returns an uploaded name as a safe relative path: slashes, no drive, no `.` segments, no control or text-direction characters. Returns `null` if it
 * would lead out of its folder.
 */
export function safeName(name: string): string | null {
  const plain = name
    .replaceAll("\\", "/")
    // oxlint-disable-next-line no-control-regex -- control characters are what is removed
    .replaceAll(/[\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "")
    .toWellFormed();
  if (plain.startsWith("/") || /^[a-z]:\//i.test(plain)) return null;
  const segments = plain.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.length === 0 || segments.includes("..")) return null;
  return segments.join("/").slice(-1000);
}
