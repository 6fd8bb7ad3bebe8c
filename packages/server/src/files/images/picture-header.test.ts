import { expect, test } from "vitest";
import { exifBlock, fourFields, jpegOf, pngOf, webpOf, withJpegExif } from "#testing/pictures.ts";
import { readPictureHeader } from "./picture-header.ts";

const picture = fourFields(40, 24);
const size = { width: 40, height: 24 };

test("reads the size from each kind of image", async () => {
  expect(readPictureHeader(await jpegOf(picture))).toEqual({ type: "jpeg", ...size, orientation: 1 });
  expect(readPictureHeader(await pngOf(picture))).toEqual({ type: "png", ...size, orientation: 1 });
  expect(readPictureHeader(await webpOf(picture))).toEqual({ type: "webp", ...size, orientation: 1 });
});

test.for(["II", "MM"] as const)("reads the orientation in byte order %s, and ignores invalid values", async (order) => {
  const jpeg = await jpegOf(picture);
  const orientation = (exif: Buffer) => readPictureHeader(withJpegExif(jpeg, exif))?.orientation;
  expect(orientation(exifBlock(6, "somewhere", order))).toBe(6);
  expect(orientation(exifBlock(9, "somewhere", order))).toBe(1);
  expect(orientation(exifBlock(6, "somewhere", order).subarray(0, 12))).toBe(1);
  expect(orientation(Buffer.alloc(0))).toBe(1);
});

test("reads the orientation of WebP and PNG from their chunks", async () => {
  const exif = exifBlock(3, "somewhere");
  const webp = await webpOf(picture);
  const chunk = Buffer.alloc(8);
  chunk.write("EXIF", "latin1");
  chunk.writeUInt32LE(exif.length, 4);
  expect(readPictureHeader(Buffer.concat([webp, chunk, exif]))).toMatchObject({ ...size, orientation: 3 });
  const png = await pngOf(picture);
  const pngChunk = Buffer.alloc(8);
  pngChunk.writeUInt32BE(exif.length);
  pngChunk.write("eXIf", 4, "latin1");
  const header = 8 + 25;
  const full = Buffer.concat([png.subarray(0, header), pngChunk, exif, Buffer.alloc(4), png.subarray(header)]);
  expect(readPictureHeader(full)).toMatchObject({ ...size, orientation: 3 });
});

test("a truncated image returns a header or null, and never throws", async () => {
  for (const full of [await jpegOf(picture), await pngOf(picture), await webpOf(picture)]) {
    for (let length = 0; length < Math.min(full.length, 700); length += 1) {
      const header = readPictureHeader(full.subarray(0, length));
      expect(header ?? size).toMatchObject(size);
    }
  }
});

/** Returns a JPEG frame header with this marker, and `edge` as its width and height. */
function frame(marker: number, edge: number): Buffer {
  return Buffer.from([0xff, marker, 0, 11, 8, edge >> 8, edge & 0xff, edge >> 8, edge & 0xff, 1, 1, 0x11, 0]);
}

test("a small size after the first frame does not hide a large one", async () => {
  const jpeg = await jpegOf(picture);
  // C9 also starts a frame (with arithmetic coding). Unknown bytes and fill bytes before a marker are skipped.
  expect(jpeg.subarray(2, 6).toString("hex")).toBe("ffe00010");
  const hiding = Buffer.concat([
    jpeg.subarray(0, 20),
    Buffer.from([0x12, 0x34, 0xff, 0xff]),
    frame(0xc9, 60_000),
    jpeg.subarray(20),
  ]);
  expect(readPictureHeader(hiding)).toMatchObject({ width: 60_000, height: 60_000 });
});
