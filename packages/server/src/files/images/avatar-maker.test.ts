import { createWorkerPool } from "#threads/worker-pool.ts";
import { expect, test } from "vitest";
import { decoded, exifBlock, fieldsOf, fourFields, jpegOf, pngOf, webpOf, withJpegExif } from "#testing/pictures.ts";
import { createAvatarMaker } from "./avatar-maker.ts";

const threads = createWorkerPool();
const makeAvatar = createAvatarMaker(threads, { waiting: 10, timeoutMs: 60_000 });

async function made(picture: Uint8Array): Promise<Uint8Array> {
  const result = await makeAvatar(picture);
  if ("refused" in result) throw new Error(result.refused);
  return result.image;
}

test("each kind of image becomes a square WebP without metadata", async () => {
  const picture = fourFields(600, 400);
  const note = "GPS 52.5200 13.4050";
  const jpeg = withJpegExif(await jpegOf(picture), exifBlock(1, note));
  expect(jpeg.toString("latin1")).toContain(note);
  for (const source of [jpeg, await pngOf(picture), await webpOf(picture)]) {
    const avatar = await made(source);
    const text = Buffer.from(avatar).toString("latin1");
    expect(text.slice(8, 12)).toBe("WEBP");
    expect(text).not.toMatch(/GPS|EXIF|Exif|XMP|ICCP/);
    const pixels = await decoded(avatar);
    expect([pixels.width, pixels.height]).toEqual([256, 256]);
    expect(fieldsOf(pixels)).toBe("red green blue white");
  }
});

test("an image taken sideways is turned upright", async () => {
  const sideways = withJpegExif(await jpegOf(fourFields(300, 400)), exifBlock(6, "a phone"));
  expect(fieldsOf(await decoded(await made(sideways)))).toBe("blue red white green");
});

test("a small image is not enlarged", async () => {
  const { width, height } = await decoded(await made(await pngOf(fourFields(20, 30))));
  expect([width, height]).toEqual([20, 20]);
});

test("rejects an image that claims too many pixels before decoding it", async () => {
  const png = await pngOf(fourFields(8, 8));
  png.writeUInt32BE(100_000, 16);
  png.writeUInt32BE(100_000, 20);
  expect(await makeAvatar(png)).toEqual({ refused: "too-many-pixels" });
});

test("rejects each kind of damaged image, and reads the next one", async () => {
  const picture = fourFields(64, 64);
  const [jpeg, png, webp] = [await jpegOf(picture), await pngOf(picture), await webpOf(picture)];
  // Its header contains a wrong size; its checksum is wrong as well.
  const lying = Buffer.from(png);
  lying.writeUInt32BE(4000, 16);
  const animated = Buffer.from("RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x3f\0\0\x3f\0\0", "latin1");
  const damaged = [
    jpeg.subarray(0, 30),
    Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    png.subarray(0, 60),
    lying,
    webp.subarray(0, 40),
    animated,
    Buffer.concat([webp.subarray(0, 30), Buffer.alloc(200, 0xff)]),
  ];
  for (const bytes of damaged) expect(await makeAvatar(bytes)).toEqual({ refused: "unreadable" });
  expect(fieldsOf(await decoded(await made(png)))).toBe("red green blue white");
});

test("decodes one image at a time: some wait, another one is rejected, and a slow one is given up", async () => {
  const png = await pngOf(fourFields(64, 64));
  const short = createAvatarMaker(threads, { waiting: 1, timeoutMs: 60_000 });
  const results = await Promise.all([short(png), short(png), short(png)]);
  expect(results.map((result) => ("refused" in result ? result.refused : "made"))).toEqual(["made", "made", "busy"]);
  expect(await short(png)).toHaveProperty("image");
  expect(await createAvatarMaker(threads, { waiting: 1, timeoutMs: 0 })(png)).toEqual({ refused: "unreadable" });
});
