import { compiled, decoderOf, type Init, jpegEncoder, webpEncoder } from "#files/images/codecs.ts";
import { readPictureHeader } from "#files/images/picture-header.ts";
import type { Pixels } from "#files/images/square.ts";

export type Color = readonly [red: number, green: number, blue: number, opacity: number];

const colours = {
  red: [220, 30, 30, 255],
  green: [30, 200, 30, 255],
  blue: [30, 30, 220, 255],
  white: [250, 250, 250, 255],
} as const;

/** Creates a picture of four fields: red and green above, blue and white below. */
export function fourFields(width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const upper = y < height / 2;
      const left = x < width / 2;
      data.set(upper ? (left ? colours.red : colours.green) : left ? colours.blue : colours.white, (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

/** Returns the colours in the middle of the four fields, by row. JPEG and WebP change colours a little. */
export function fieldsOf({ data, width, height }: Pixels): string {
  const nameAt = (x: number, y: number) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    const near = (color: Color) => color.every((value, index) => Math.abs(value - (data[at + index] ?? -99)) < 40);
    return Object.entries(colours).find(([, color]) => near(color))?.[0] ?? "?";
  };
  return [nameAt(0.25, 0.25), nameAt(0.75, 0.25), nameAt(0.25, 0.75), nameAt(0.75, 0.75)].join(" ");
}

export async function jpegOf(pixels: Pixels): Promise<Buffer> {
  return Buffer.from(await (await jpegEncoder(95))(pixels));
}

export async function pngOf(pixels: Pixels): Promise<Buffer> {
  const { default: encode, init } = await import("@jsquash/png/encode.js");
  await (init as Init)(await compiled("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"));
  return Buffer.from(await encode(pixels as unknown as ImageData));
}

export async function webpOf(pixels: Pixels): Promise<Buffer> {
  return Buffer.from(await (await webpEncoder())(pixels));
}

export async function decoded(picture: Uint8Array): Promise<Pixels> {
  const header = readPictureHeader(picture);
  if (header === null) throw new Error("This is no picture.");
  return (await decoderOf(header.type))(Uint8Array.from(picture).buffer);
}

/** Creates a TIFF block with an orientation and a note about the place of the picture. */
export function exifBlock(orientation: number, note: string, order: "II" | "MM" = "MM"): Buffer {
  const little = order === "II";
  const block = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  const short = (value: number, at: number) =>
    little ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    little ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at);
  block.write(order, 0, "latin1");
  short(42, 2);
  long(8, 4);
  short(2, 8);
  // ImageDescription (ASCII, stored after the directory), then Orientation (SHORT).
  for (const [index, [tag, type, count]] of [
    [0x010e, 2, note.length + 1],
    [0x0112, 3, 1],
  ].entries()) {
    short(tag as number, 10 + index * 12);
    short(type as number, 12 + index * 12);
    long(count as number, 14 + index * 12);
  }
  long(block.length, 18);
  short(orientation, 30);
  return Buffer.concat([block, Buffer.from(`${note}\0`)]);
}

/** Returns the JPEG with this block as its EXIF data. */
export function withJpegExif(jpeg: Buffer, exif: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from("Exif\0\0"), exif]);
  const head = Buffer.from([0xff, 0xe1, (data.length + 2) >> 8, (data.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}
