import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Writes the files of a zip one after the other. Each waits until the previous one has been read, to limit memory. */
export class ZipWriter {
  readonly output: Readable;
  readonly #zip = new ZipFile();
  readonly #time: Date;
  /** Rejects when the reader has closed the stream. */
  readonly #broken: Promise<never>;

  /** @param time Modification time of all files, so that equal exports are equal zips. */
  constructor(time: Date) {
    this.#time = time;
    this.output = this.#zip.outputStream as Readable;
    this.#broken = new Promise((_, reject) => {
      this.#zip.once("error", reject);
      this.output.once("error", reject);
      this.output.once("close", () => reject(new Error("The export was interrupted.")));
    });
    this.#broken.catch(() => undefined);
  }

  /** @param packed Whether the content is already compressed. */
  async add(path: string, content: string | Uint8Array | Readable, packed = false): Promise<void> {
    const stream = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
    // yazl keeps this closure until the end of the zip, so it must release the content.
    let input: Readable | null = stream;
    this.#zip.addReadStreamLazy(path, { mtime: this.#time, mode: 0o100644, compress: !packed }, (give) => {
      if (input !== null) give(null, input);
      input = null;
    });
    try {
      await Promise.race([finished(stream), this.#broken]);
    } finally {
      stream.destroy();
    }
  }

  end(): void {
    this.#zip.end();
  }
}
