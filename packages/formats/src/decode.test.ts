import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { decodeText } from "./decode.ts";

/** Reuses the memory of each piece for the next one, so stored pieces would change. */
async function* inPieces(bytes: Uint8Array, size: number) {
  const memory = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    memory.set(piece);
    yield memory.subarray(0, piece.length);
  }
}

async function decoded(bytes: Uint8Array, size = 3): Promise<{ text: string; repairs: string[] }> {
  const repairs: string[] = [];
  const parts = await Array.fromAsync(decodeText(inPieces(bytes, size), (reason) => repairs.push(reason)));
  return { text: parts.join(""), repairs };
}

const long = "x".repeat(2000);
const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16();

test.for([
  ["ASCII", Buffer.from(`abc ${long}`), `abc ${long}`],
  ["UTF-8 with characters of two to four bytes", Buffer.from(`é 日本 🚀${long}🚀`), `é 日本 🚀${long}🚀`],
  ["UTF-8 whose first other character comes late", Buffer.from(`${long}é🚀`), `${long}é🚀`],
  ["UTF-8 with a mark", Buffer.from("\ufeff<a/>"), "<a/>"],
  ["a mark alone", Buffer.from("\ufeff"), ""],
  ["nothing", Buffer.alloc(0), ""],
  ["UTF-16LE with a mark", Buffer.from("\ufeff{é🚀}", "utf16le"), "{é🚀}"],
  ["UTF-16BE with a mark", utf16be("{é🚀}"), "{é🚀}"],
  ["UTF-16LE without a mark", Buffer.from("<aé/>", "utf16le"), "<aé/>"],
  ["UTF-16BE without a mark", utf16be("<aé/>").subarray(2), "<aé/>"],
  [
    "declared Latin-1",
    latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>${long}\xe9`),
    `<?xml version="1.0" encoding="ISO-8859-1"?>${long}é`,
  ],
  [
    "declared windows-1252",
    latin1("<?xml version='1.0' encoding='windows-1252'?>\x93a\x94 \x80"),
    "<?xml version='1.0' encoding='windows-1252'?>“a” €",
  ],
  [
    "valid UTF-8 that declares something else",
    Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>é'),
    '<?xml version="1.0" encoding="ISO-8859-1"?>é',
  ],
] as const)("reads %s", async ([, bytes, text]) => {
  for (const size of [1, 3, 64, 100_000]) expect(await decoded(bytes, size)).toEqual({ text, repairs: [] });
});

test("replaces invalid bytes and reports them", async () => {
  const bytes = Buffer.concat([Buffer.from("é before "), Buffer.from([0xff, 0xc3]), Buffer.from(" after é")]);
  for (const size of [1, 3, 1000]) {
    const { text, repairs } = await decoded(bytes, size);
    expect(text).toBe("é before \ufffd\ufffd after é");
    expect(repairs).toEqual([expect.stringContaining("not valid UTF-8")]);
  }
});

test("replaces a character that the end of the file cuts in two", async () => {
  const { text, repairs } = await decoded(Buffer.from("ab🚀").subarray(0, 4));
  expect(text).toBe("ab\ufffd");
  expect(repairs).toHaveLength(1);
});

test("reads an unknown declared encoding as UTF-8 with repairs", async () => {
  const { text, repairs } = await decoded(latin1('<?xml version="1.0" encoding="klingon"?>\xe9'));
  expect(text).toBe('<?xml version="1.0" encoding="klingon"?>\ufffd');
  expect(repairs).toEqual([expect.stringContaining("klingon"), expect.stringContaining("not valid UTF-8")]);
});
