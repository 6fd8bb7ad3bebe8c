import { type PictureType, pictureType } from "@plumb/contract/people/avatar.ts";
import { type Orientation, orientationOf } from "./orientation.ts";

/** Header of a picture, read before decoding. */
export interface PictureHeader {
  readonly type: PictureType;
  /** Stored size in pixels, before the rotation by `orientation`. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
}

interface Found {
  readonly width: number;
  readonly height: number;
  /** A TIFF block (https://www.w3.org/TR/png-3/#eXIf). */
  readonly exif: Uint8Array | null;
}

/**
 * Reads the size from the same bytes as the decoder, so that a picture cannot declare a small size and decode to a
 * large one. Returns `null` for other types and for damaged headers.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const type = pictureType(bytes);
  if (type === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const found = readers[type](bytes, view);
    if (found === null || found.width === 0 || found.height === 0) return null;
    return { type, width: found.width, height: found.height, orientation: orientationOf(found.exif) };
  } catch (error) {
    // The file ends in the middle of a field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers = { jpeg: readJpeg, png: readPng, webp: readWebp } as const;

/** Reads segments up to the first frame header (ITU-T T.81, annex B), in the same way as libjpeg. */
function readJpeg(bytes: Uint8Array, view: DataView): Found | null {
  let exif: Uint8Array | null = null;
  for (let at = 2; at < bytes.length;) {
    // There may be unknown bytes and any number of fill bytes between segments.
    while (at < bytes.length && bytes[at] !== 0xff) at += 1;
    while (bytes[at] === 0xff) at += 1;
    const marker = view.getUint8(at);
    at += 1;
    // A stuffed zero, TEM and restart markers have no length.
    if (marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue;
    // A second start, the end, or image data before any size.
    if (marker >= 0xd8 && marker <= 0xda) return null;
    const length = view.getUint16(at);
    if (length < 2) return null;
    // C4, C8 and CC are tables; all other markers from C0 to CF start a frame.
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (frame) return { height: view.getUint16(at + 3), width: view.getUint16(at + 5), exif };
    if (marker === 0xe1 && textAt(bytes, at + 2, 6) === "Exif\0\0") exif ??= bytes.subarray(at + 8, at + length);
    at += length;
  }
  return null;
}

/** The first chunk must be IHDR (https://www.w3.org/TR/png-3/#11IHDR). */
function readPng(bytes: Uint8Array, view: DataView): Found | null {
  if (textAt(bytes, 12, 4) !== "IHDR") return null;
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const data = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
    if (textAt(bytes, at + 4, 4) === "eXIf") return { ...size, exif: data };
  }
  return { ...size, exif: null };
}

/** Uses the size of the frame, not that of a VP8X chunk (RFC 9649). Animations have no single frame. */
function readWebp(bytes: Uint8Array, view: DataView): Found | null {
  let size: Pick<Found, "width" | "height"> | null = null;
  let exif: Uint8Array | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = textAt(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const data = at + 8;
    if (name === "VP8 ") {
      size ??= { width: view.getUint16(data + 6, true) & 0x3fff, height: view.getUint16(data + 8, true) & 0x3fff };
    } else if (name === "VP8L") {
      const packed = view.getUint32(data + 1, true);
      size ??= { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    } else if (name === "EXIF") exif ??= bytes.subarray(data, data + length);
    at = data + length + (length % 2);
  }
  return size === null ? null : { ...size, exif };
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
