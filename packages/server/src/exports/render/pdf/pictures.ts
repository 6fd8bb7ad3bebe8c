import type { Readable } from "node:stream";
import type { PictureType } from "@plumb/contract/people/avatar.ts";
import type { ExportedArtifact, ReportSource } from "#exports/source/report-source.ts";
import { decoderOf, jpegEncoder } from "#files/images/codecs.ts";
import { readPictureHeader } from "#files/images/picture-header.ts";
import { shrunk } from "#files/images/shrink.ts";
import type { Book, BookPicture } from "./book.ts";

const maxBytes = 16_000_000;
/** Limits memory: a decoded picture takes 4 bytes per pixel, and there are several copies. */
const maxPixels = 16_000_000;
/** About the width of a browser window, and more than a printer can resolve. */
const longerSide = 1280;
const quality = 78;

const decoders: Partial<Record<PictureType, ReturnType<typeof decoderOf>>> = {};
let encoder: ReturnType<typeof jpegEncoder> | undefined;

/** A picture in the document, or why it is missing. */
type Placed = BookPicture | { readonly note: string };

export interface Pictures {
  /** Decodes and re-encodes the image, so that other data in the file (such as metadata) is not included. */
  place(artifact: ExportedArtifact): Promise<Placed>;
}

/** @param max Maximum number of different pictures in the document. */
export function createPictures(source: ReportSource, book: Book, max: number): Pictures {
  const placed = new Map<string, Placed>();
  return {
    async place({ blobHash, size }) {
      if (blobHash === null) return { note: "not uploaded" };
      const known = placed.get(blobHash);
      if (known !== undefined) return known;
      if (placed.size >= max) return { note: `omitted: this document shows the first ${max} pictures` };
      const made = await load(source, book, blobHash, size ?? 0);
      placed.set(blobHash, made);
      return made;
    },
  };
}

async function load(source: ReportSource, book: Book, blobHash: string, size: number): Promise<Placed> {
  if (size > maxBytes) return { note: "too large to be shown here" };
  const stream = await source.openBlob(blobHash);
  if (stream === null) return { note: "its file was deleted" };
  const bytes = await fullOf(stream);
  if (bytes === null) return { note: "too large to be shown here" };
  const header = readPictureHeader(bytes);
  if (header === null) return { note: "not a picture that can be shown here (JPEG, PNG, WebP)" };
  if (header.width * header.height > maxPixels) return { note: "too many pixels to be shown here" };
  const decode = await (decoders[header.type] ??= decoderOf(header.type));
  const pixels = await decode(Uint8Array.from(bytes).buffer).catch(() => null);
  if (pixels === null || pixels.width !== header.width || pixels.height !== header.height) return { note: "damaged" };
  const encode = await (encoder ??= jpegEncoder(quality));
  return book.openJpeg(Buffer.from(await encode(shrunk(pixels, longerSide))));
}

async function fullOf(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
