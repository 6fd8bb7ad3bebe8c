import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { CopiedOut } from "#store/backup/copy-out.ts";
import type { BackupTarget } from "./backup-target.ts";
import type { StoredFile } from "./manifest.ts";

/** Compresses faster than the default, and files are 5 % larger. */
const level = 4;

/** Compresses the content into a file of the target. */
export async function writeFile(
  target: BackupTarget,
  name: string,
  content: AsyncIterable<Buffer | string>,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(Readable.from(content), createGzip({ level }), measure, (compressed: AsyncIterable<Buffer>) =>
    target.write(name, Readable.from(compressed, { objectMode: false })),
  );
  return { name, bytes, sha256: hash.digest("hex") };
}

/** Writes the rows of a table, and returns their number. */
export async function writeRows(
  target: BackupTarget,
  name: string,
  pages: AsyncIterable<CopiedOut>,
): Promise<{ readonly rows: number; readonly file: StoredFile }> {
  let rows = 0;
  const lines = async function* () {
    for await (const page of pages) {
      rows += page.rows;
      yield page.lines;
    }
  };
  const file = await writeFile(target, name, lines());
  return { rows, file };
}

/** @throws Error with a message for the operator if the file is missing or damaged, at its end at the latest. */
export async function checkFile(target: BackupTarget, file: StoredFile): Promise<void> {
  for await (const _chunk of checkedBytes(target, file));
}

/** Returns the unpacked content in pieces of whole lines, and fails as `checkFile` does. */
export async function* linesOf(target: BackupTarget, file: StoredFile): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  const source = Readable.from(checkedBytes(target, file), { objectMode: false });
  source.once("error", (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    const joined = Buffer.concat(chunks, bytes);
    const end = joined.lastIndexOf("\n") + 1;
    if (end > 0) yield joined.subarray(0, end);
    chunks = [joined.subarray(end)];
    bytes -= end;
  }
  if (bytes > 0) yield Buffer.concat(chunks, bytes);
}

const pieceBytes = 2_000_000;

async function* checkedBytes(target: BackupTarget, { name, bytes, sha256 }: StoredFile): AsyncGenerator<Buffer> {
  const stream = await target.read(name);
  if (stream === null) throw new Error(`The backup is incomplete: ${name} is missing. Use another backup.`);
  const hash = createHash("sha256");
  let read = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    read += chunk.length;
    yield chunk;
  }
  if (read < bytes)
    throw new Error(`The backup is damaged: ${name} ends after ${read} of ${bytes} bytes. Use another backup.`);
  if (read !== bytes || hash.digest("hex") !== sha256)
    throw new Error(`The backup is damaged: the content of ${name} has changed. Use another backup.`);
}
