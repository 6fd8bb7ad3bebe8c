import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Writes one file of a zip after the other; each waits until the one before was taken, so that nothing piles up. */
export class ZipWriter {
  readonly output: Readable;
  readonly #zip = new ZipFile();
  readonly #time: Date;
  /** Rejects when the reader is gone. */
  readonly #broken: Promise<never>;

  /** @param time Of all files: the same export is the same zip. */
  constructor(time: Date) {
    this.#time = time;
    this.output = this.#zip.outputStream as Readable;
    this.#broken = new Promise((_, reject) => {
      this.#zip.once("error", reject);
      this.output.once("error", reject);
      this.output.once("close", () => reject(new Error("The export was broken off.")));
    });
    this.#broken.catch(() => undefined);
  }

  /** @param packed Its content does not become smaller. */
  async add(path: string, content: string | Uint8Array | Readable, packed = false): Promise<void> {
    const stream = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
    // yazl remembers each file until the end; its content must not be remembered with it.
    let given: Readable | null = stream;
    this.#zip.addReadStreamLazy(path, { mtime: this.#time, mode: 0o100644, compress: !packed }, (give) => {
      if (given !== null) give(null, given);
      given = null;
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
