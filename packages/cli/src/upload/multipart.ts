import { createReadStream } from "node:fs";
import type { LocalFile } from "#files/find-files.ts";
import { UploadError } from "./upload-error.ts";

export interface MultipartBody {
  readonly contentType: string;
  /** Bytes of all files without headers, for the progress display. */
  readonly size: number;
  /** Creates a new body for each attempt. Calls `onBytes` for each chunk of a file. */
  readonly stream: (onBytes: (count: number) => void) => ReadableStream<Uint8Array>;
}

/**
 * Returns the files as multipart/form-data. They are read from disk while they are sent, so memory use does not depend on their size.
 *
 * The stream fails with an `UploadError` if a file cannot be read any more.
 *
 * @param boundary Must not occur in the files. 24 random characters are enough.
 */
export function multipartBody(files: readonly LocalFile[], boundary: string): MultipartBody {
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    size: files.reduce((sum, { size }) => sum + size, 0),
    stream: (onBytes) => streamOf(parts(files, boundary, onBytes)),
  };
}

/** `ReadableStream.from` does the same, but requires Node 20.6. */
function streamOf(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => chunks.return().then(() => {}),
  });
}

async function* parts(
  files: readonly LocalFile[],
  boundary: string,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const text = new TextEncoder();
  for (const file of files) {
    yield text.encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${escaped(file.name)}"\r\n` +
        "Content-Type: application/octet-stream\r\n\r\n",
    );
    yield* content(file, onBytes);
    yield text.encode("\r\n");
  }
  yield text.encode(`--${boundary}--\r\n`);
}

async function* content(file: LocalFile, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = createReadStream(file.path, { highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of chunks) {
      yield chunk;
      onBytes(chunk.byteLength);
    }
  } catch (error) {
    throw new UploadError(`${file.path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Escapes a file name as browsers do. */
function escaped(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
