import { open } from "node:fs/promises";
import { spool, type SpooledFile } from "#ingest/spool/spool.ts";
import type { UnpackTarget } from "./archive-guard.ts";

/** Start of the archive that Playwright's HTML report contains, in all versions. */
const start = /playwrightReportBase64[^]{0,80}?data:application\/zip;base64,/;
const longestStart = 200;

export function isHtml(head: Uint8Array): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s{0,100}<(?:!doctype html|html)/i.test(Buffer.from(head).toString("latin1"));
}

/** Unpacks the archive in Playwright's HTML report into a file; `null` if the page contains none. */
export async function embeddedZip(file: SpooledFile, target: UnpackTarget): Promise<SpooledFile | null> {
  const opened = await open(file.path);
  try {
    const pieces = opened.createReadStream({ encoding: "latin1", autoClose: false }) as AsyncIterable<string>;
    const base64 = afterStart(pieces);
    const first = await base64.next();
    if (first.done === true) return null;
    return await spool(decoded(first.value, base64), file.name, target.spool, file.bytes);
  } finally {
    await opened.close();
  }
}

/** Yields the text after the start of the archive. */
async function* afterStart(pieces: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let carried = "";
  let found = false;
  for await (const piece of pieces) {
    if (found) {
      yield piece;
      continue;
    }
    const text = carried + piece;
    const match = start.exec(text);
    found = match !== null;
    if (match === null) carried = text.slice(-longestStart);
    else yield text.slice(match.index + match[0].length);
  }
  return undefined;
}

/** Decodes base64 up to its end: four characters become three bytes. */
async function* decoded(first: string, rest: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let carried = "";
  const decode = (piece: string) => {
    const text = carried + piece;
    const end = text.search(/[^A-Za-z0-9+/]/);
    const full = end < 0 ? text.slice(0, text.length - (text.length % 4)) : text.slice(0, end);
    carried = end < 0 ? text.slice(full.length) : "";
    return { bytes: Buffer.from(full, "base64"), ended: end >= 0 };
  };
  const opening = decode(first);
  yield opening.bytes;
  if (opening.ended) return;
  for await (const piece of rest) {
    const { bytes, ended } = decode(piece);
    yield bytes;
    if (ended) return;
  }
  yield Buffer.from(carried, "base64");
}
