import type { Readable } from "node:stream";
import { promisify } from "node:util";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { ApiError } from "#core/api-error.ts";
import { isSystemError } from "#core/machine-fault.ts";
import { safeName, spool, type SpooledFile } from "#ingest/spool/spool.ts";
import { ArchiveFault, ArchiveMeter, refusalOf, type Unpacked, type UnpackTarget } from "./archive-guard.ts";
import { limits } from "@plumb/formats/limits.ts";

const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/** A trace has a file per browser context and one for the test, which is the only one if the test opened no page. */
function isPlaywrightTrace(name: string): boolean {
  return /^(?:(?:\d+-)?trace|test)\.trace$/.test(name);
}

/**
 * Unpacks into `result`. Returns `whole` for an archive that is treated as one file: a Playwright trace.
 *
 * @throws ArchiveFault if the rest of the archive must not be read.
 */
export async function unpackZip(
  file: SpooledFile,
  target: UnpackTarget,
  result: Unpacked,
): Promise<"unpacked" | "whole"> {
  // Names and sizes are checked per entry, because yauzl would reject the whole archive for one invalid or encrypted entry.
  const zip = await openZip(file.path, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: false,
  });
  try {
    if (zip.entryCount > limits.archiveEntries)
      throw new ArchiveFault(`The archive has more than ${limits.archiveEntries} entries.`);
    const entries = await readEntries(zip);
    refuseOverlaps(entries.map(({ entry }) => entry));
    if (entries.some(({ name }) => isPlaywrightTrace(name))) return "whole";
    const meter = new ArchiveMeter(file.bytes, target.allowance);
    meter.countEntries(entries.length);
    for (const { name: rawName, entry } of entries) {
      if (rawName.endsWith("/")) continue;
      await target.slot.pass();
      const name = safeName(rawName);
      const refusal = refusedEntry(entry, name);
      if (refusal !== null || name === null) {
        result.rejected.push({ name: name ?? "(unsafe name)", reason: refusal ?? refusalOf(name) });
        continue;
      }
      try {
        const content = await promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)(entry);
        const spooled = await spool(meter.pass(content), name, target.spool, meter.left);
        result.files.push({ ...spooled, archive: file.name });
      } catch (error) {
        if (isSystemError(error) || error instanceof ArchiveFault || error instanceof ApiError) throw error;
        result.rejected.push({ name, reason: `This entry is damaged: ${(error as Error).message}` });
      }
    }
    return "unpacked";
  } finally {
    zip.close();
  }
}

function readEntries(zip: ZipFile): Promise<{ name: string; entry: Entry }[]> {
  return new Promise((resolve, reject) => {
    const entries: { name: string; entry: Entry }[] = [];
    zip.on("entry", (entry: Entry) => {
      entries.push({ name: (entry.fileName as unknown as Buffer).toString("utf8"), entry });
      if (entries.length > limits.archiveEntries)
        reject(new ArchiveFault(`The archive has more than ${limits.archiveEntries} entries.`));
      else zip.readEntry();
    });
    zip.once("end", () => resolve(entries));
    zip.once("error", reject);
    zip.readEntry();
  });
}

/** Size of a local header without the file name: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7 */
const localHeaderBytes = 30;

/**
 * Rejects entries that share bytes. Otherwise, a small archive could unpack to many large files, each within the compression ratio.
 *
 * @throws ArchiveFault
 */
function refuseOverlaps(entries: readonly Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw new ArchiveFault("Its entries overlap, like those of an archive bomb.");
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.compressedSize;
  }
}

function refusedEntry(entry: Entry, name: string | null): string | null {
  if (name === null) return refusalOf(name);
  if ((entry.generalPurposeBitFlag & 1) !== 0) return "It is encrypted; send it without a password.";
  // The upper half contains the Unix mode; 0xA000 is a symbolic link.
  return ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000 ? refusalOf(name) : null;
}
