import { expect, test } from "vitest";
import { decodeParts } from "./decode-parts.ts";

test.for([
  [
    "UTF-8, a character cut in two",
    [
      [0x61, 0xc3],
      [0xbc, 0x62],
    ],
    ["a", "üb"],
  ],
  ["UTF-8 with a byte order mark", [[0xef, 0xbb, 0xbf, 0x61]], ["a"]],
  ["UTF-16, as PowerShell writes it", [[0xff, 0xfe, 0x61, 0x00, 0xfc], [0x00]], ["a", "ü"]],
  ["UTF-16, the other way round", [[0xfe, 0xff, 0x00, 0x61]], ["a"]],
  ["bytes that are no text", [[0x61, 0xff, 0x62]], ["a\uFFFDb"]],
  ["nothing", [], []],
] as const)("%s", ([, parts, texts]) => {
  expect(decodeParts(parts.map((bytes) => Uint8Array.from(bytes)))).toEqual(texts);
});
