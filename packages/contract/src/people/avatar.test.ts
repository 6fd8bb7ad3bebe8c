import { expect, test } from "vitest";
import { avatarError, maxAvatarBytes, pictureType } from "./avatar.ts";

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === "number" ? [part] : Array.from(part, (c) => c.charCodeAt(0)))),
  );

const jpeg = bytes(0xff, 0xd8, 0xff, 0xe1);
const png = bytes(0x89, "PNG\r\n", 0x1a, "\n");
const webp = bytes("RIFF", 1, 0, 0, 0, "WEBP");

test.for([
  [jpeg, "jpeg"],
  [png, "png"],
  [webp, "webp"],
  [bytes("GIF89a"), null],
  [bytes("<svg xmlns="), null],
  [bytes("<!doctype html>"), null],
  [bytes("RIFF", 1, 0, 0, 0, "WAVE"), null],
  [png.subarray(0, 7), null],
  [bytes(), null],
] as const)("the first bytes %j are %s", ([head, type]) => {
  expect(pictureType(head)).toBe(type);
});

test.for([
  [null, "Please select a file", "none"],
  [{ size: 0, head: bytes() }, "Please select a file", "an empty one"],
  [{ size: maxAvatarBytes, head: jpeg }, null, "exactly at the limit"],
  [{ size: maxAvatarBytes + 1, head: jpeg }, "File size must be less than 5MB", "a byte over it"],
  [{ size: 100, head: bytes("<svg") }, "Only JPEG, PNG, and WebP images are allowed", "another kind"],
] as const)("%j is refused with %s: %s", ([file, error]) => {
  expect(avatarError(file)).toBe(error);
});
