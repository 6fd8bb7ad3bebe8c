import { PassThrough, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { limits } from "@plumb/formats/limits.ts";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { BlobStore } from "#core/blob-store.ts";

/**
 * Returns the lines of `test.trace` in a stored trace; `null` if it is missing or too large.
 *
 * @throws for a damaged file that is not an archive.
 */
export async function testTrace(blobs: BlobStore, projectId: number, hash: string): Promise<string[] | null> {
  const size = await blobs.size(projectId, hash);
  if (size === null) return null;
  const zip = await openZip(new BlobReader(blobs, projectId, hash), size);
  try {
    const entry = zip.entryCount > limits.archiveEntries ? null : await findEntry(zip);
    if (entry === null || entry.uncompressedSize > limits.traceStepsBytes) return null;
    const content = await promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)(entry);
    return (await text(content)).split("\n");
  } finally {
    zip.close();
  }
}

/** Reads only the requested parts of a blob, wherever it is stored. */
class BlobReader extends yauzl.RandomAccessReader {
  readonly #open: (start: number, end: number) => ReturnType<BlobStore["open"]>;

  constructor(blobs: BlobStore, projectId: number, hash: string) {
    super();
    this.#open = (start, end) => blobs.open(projectId, hash, { start, end });
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const out = new PassThrough();
    void this.#open(start, end - 1)
      .then((opened) => {
        if (opened === null) throw new Error("The trace was deleted.");
        return pipeline(opened.stream, out);
      })
      .catch((error: unknown) => out.destroy(error as Error));
    return out;
  }
}

function openZip(reader: yauzl.RandomAccessReader, size: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.fromRandomAccessReader(reader, size, { lazyEntries: true }, (error, zip) =>
      error === null ? resolve(zip) : reject(error),
    );
  });
}

function findEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      if (entry.fileName === "test.trace") resolve(entry);
      else zip.readEntry();
    });
    zip.once("end", () => resolve(null));
    zip.once("error", reject);
    zip.readEntry();
  });
}
