import { open, rm } from "node:fs/promises";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import tar from "tar-stream";
import { ApiError } from "#core/api-error.ts";
import { isSystemError } from "#core/machine-fault.ts";
import { ArchiveFault, ArchiveMeter, refusalOf, type Unpacked, type UnpackTarget } from "./archive-guard.ts";
import { embeddedZip, isHtml } from "./embedded-zip.ts";
import { safeName, spool, type SpooledFile } from "#ingest/spool/spool.ts";
import { unpackZip } from "./unpack-zip.ts";

/** Size of the first tar header, which identifies the format. */
const tarHeadLength = 512;

/**
 * Returns the files of an archive (zip, tar, tar.gz, or a single gzipped file), or the file itself if it is not an archive. Nested archives are not
 * unpacked, because one may be a Playwright trace or an archive bomb. Only Playwright's HTML reports are, even within archives.
 */
export async function unpack(file: SpooledFile, target: UnpackTarget): Promise<Unpacked> {
  const unpacked = await unpackArchive(file, target);
  const files: SpooledFile[] = [];
  const rejected = [...unpacked.rejected];
  for (const each of unpacked.files) {
    const inner = await unpackPage(each, target);
    files.push(...inner.files);
    rejected.push(...inner.rejected);
  }
  return { files, rejected };
}

/** Returns the files in Playwright's HTML report, or the file itself if it is not such a report. */
async function unpackPage(file: SpooledFile, target: UnpackTarget): Promise<Unpacked> {
  const itself: Unpacked = { files: [file], rejected: [] };
  if (!/\.html?$/i.test(file.name) || !isHtml(await firstBytes(file.path, tarHeadLength))) return itself;
  const zip = await embeddedZip(file, target);
  if (zip === null) return itself;
  const archive = file.archive === undefined ? file.name : `${file.archive}/${file.name}`;
  const { files, rejected } = await unpackArchive(zip, target);
  await rm(file.path, { force: true });
  return { files: files.map((each) => ({ ...each, archive })), rejected };
}

async function unpackArchive(file: SpooledFile, target: UnpackTarget): Promise<Unpacked> {
  const head = await firstBytes(file.path, tarHeadLength);
  const result: Unpacked = { files: [], rejected: [] };
  try {
    if (isZip(head)) {
      const storedNote = await unpackZip(file, target, result);
      if (storedNote === "whole") return { files: [file], rejected: [] };
    } else if (head[0] === 0x1f && head[1] === 0x8b) await unpackGzip(file, target, result);
    else if (isTar(head)) await reading(file, false, (content) => unpackTar(content, file, target, result));
    else return { files: [file], rejected: [] };
  } catch (error) {
    // Only errors in the archive are reported as such, not system errors.
    if (isSystemError(error) || error instanceof ApiError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const storedNote = result.files.length > 0 ? ` ${result.files.length} files before that were kept.` : "";
    result.rejected.push({
      name: file.name,
      reason: `${error instanceof ArchiveFault ? reason : `The archive is damaged: ${reason}`}${storedNote}`,
    });
  }
  await rm(file.path, { force: true });
  if (result.files.length === 0 && result.rejected.length === 0) {
    result.rejected.push({ name: file.name, reason: "The archive is empty: there is no report in it." });
  }
  return result;
}

async function unpackGzip(file: SpooledFile, target: UnpackTarget, result: Unpacked): Promise<void> {
  const head = await reading(file, true, beginning);
  await reading(file, true, async (content) => {
    if (isTar(head)) return unpackTar(content, file, target, result);
    const name = file.name.replace(/\.gz$/i, "");
    const meter = new ArchiveMeter(file.bytes, target.allowance);
    meter.countEntries();
    result.files.push(await spool(meter.pass(content), name, target.spool, meter.left));
    return undefined;
  });
}

/** Opens a file for reading and always closes it. */
async function reading<Result>(
  file: SpooledFile,
  gzipped: boolean,
  read: (content: Readable) => Promise<Result>,
): Promise<Result> {
  const opened = await open(file.path);
  const content = gzipped ? createGunzip() : new PassThrough();
  // The reader of the content receives the error.
  const fed = pipeline(opened.createReadStream({ autoClose: false }), content).catch(() => undefined);
  try {
    return await read(content);
  } finally {
    content.destroy();
    await fed;
    await opened.close();
  }
}

async function beginning(content: Readable): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    head = Buffer.concat([head, chunk as Buffer]);
    if (head.length >= tarHeadLength) break;
  }
  return head;
}

async function unpackTar(content: Readable, file: SpooledFile, target: UnpackTarget, result: Unpacked): Promise<void> {
  const extract = tar.extract();
  const fed = pipeline(content, extract);
  // The reader of the entries receives the error.
  fed.catch(() => undefined);
  const meter = new ArchiveMeter(file.bytes, target.allowance);
  for await (const entry of extract) {
    meter.countEntries();
    await target.slot.pass();
    const name = safeName(entry.header.name);
    if (entry.header.type === "file" && name !== null) {
      const spooled = await spool(meter.pass(entry), name, target.spool, meter.left);
      result.files.push({ ...spooled, archive: file.name });
      continue;
    }
    if (entry.header.type !== "directory")
      result.rejected.push({ name: name ?? "(unsafe name)", reason: refusalOf(name) });
    entry.resume();
  }
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

/** `ustar` at byte 257, as POSIX and GNU tar write it. */
function isTar(head: Uint8Array): boolean {
  return Buffer.from(head).subarray(257, 262).toString("latin1") === "ustar";
}

export async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
