import { inflateSync } from "node:zlib";

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

export interface ReadPdf {
  /** Text of each page, with one line per drawn line. */
  readonly pages: readonly string[];
  /** Titles of the bookmarks, in the order of the document. */
  readonly bookmarks: readonly string[];
  /** Number of links on each page. */
  readonly links: readonly number[];
  readonly pictures: number;
}

/** Returns the number of the object that a dictionary references under a key. */
function reference(dictionary: string, key: string): string | undefined {
  return new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1];
}

/** Reads the contents of PDFs that this server creates; it does not support other PDFs. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString("latin1");
  if (!file.startsWith("%PDF-1.7") || !file.trimEnd().endsWith("%%EOF")) throw new Error("This PDF is not whole.");
  const objects = new Map<string, PdfObject>();
  for (const match of file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const [, id = "", body = ""] = match;
    const at = body.indexOf("\nstream\n");
    const dictionary = at === -1 ? body : body.slice(0, at);
    const raw = at === -1 ? "" : body.slice(at + 8, body.lastIndexOf("\nendstream"));
    const packed = dictionary.includes("/FlateDecode");
    const stream = packed ? inflateSync(Buffer.from(raw, "latin1")).toString("latin1") : raw;
    objects.set(id, { dictionary, stream });
  }
  const object = (id: string | undefined): PdfObject => objects.get(id ?? "") ?? { dictionary: "", stream: "" };
  const all = [...objects.values()];
  const tree = all.find(({ dictionary }) => /\/Type \/Pages\b/.test(dictionary));
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(tree?.dictionary ?? "")?.[1]?.matchAll(/(\d+) 0 R/g) ?? [])].map(
    ([, id]) => id,
  );
  const decoders = new Map<string, Map<string, string>>();
  const decoderOf = (font: string) => {
    const known = decoders.get(font) ?? unicodeOf(object(reference(object(font).dictionary, "ToUnicode")).stream);
    decoders.set(font, known);
    return known;
  };
  const textOf = (content: string, resources: string): string => {
    const lines: string[] = [];
    for (const [, font = "", hex, form] of content.matchAll(/\/(F\d+) [\d.]+ Tf [^<]*<([\da-f]*)> Tj|\/(\w+) Do\b/g)) {
      if (hex !== undefined) {
        const decoder = decoderOf(reference(resources, font) ?? "");
        lines.push((hex.match(/.{4}/g) ?? []).map((glyph) => decoder.get(glyph) ?? "?").join(""));
      } else if (form === "PageCount") {
        const visible = object(reference(resources, "PageCount"));
        lines.push(textOf(visible.stream, visible.dictionary));
      }
    }
    return lines.join("\n");
  };
  const pages = kids.map((id) => {
    const { dictionary } = object(id);
    const resources = object(reference(dictionary, "Resources")).dictionary;
    return textOf(object(reference(dictionary, "Contents")).stream, resources);
  });
  const links = kids.map((id) => /\/Annots \[([^\]]*)\]/.exec(object(id).dictionary)?.[1]?.match(/0 R/g)?.length ?? 0);
  const pictures = all.filter(({ dictionary }) => dictionary.includes("/Subtype /Image")).length;
  return { pages, links, pictures, bookmarks: bookmarksOf(object, all) };
}

/** Maps glyphs, as four hexadecimal digits, to their characters. */
function unicodeOf(map: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, first = "", list = ""] of map.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = ""]] of [...list.matchAll(/<([\da-f ]*)>/g)].entries()) {
      const text = String.fromCharCode(...hex.split(" ").map((unit) => Number.parseInt(unit, 16)));
      found.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, "0"), text);
    }
  }
  return found;
}

function bookmarksOf(object: (id: string | undefined) => PdfObject, all: readonly PdfObject[]): string[] {
  const catalogue = all.find(({ dictionary }) => dictionary.includes("/Type /Catalog"));
  const titles: string[] = [];
  const walk = (id: string | undefined) => {
    for (let next = id; next !== undefined; next = reference(object(next).dictionary, "Next")) {
      titles.push(titleOf(object(next).dictionary));
      walk(reference(object(next).dictionary, "First"));
    }
  };
  walk(reference(object(reference(catalogue?.dictionary ?? "", "Outlines")).dictionary, "First"));
  return titles;
}

/** Decodes a literal string, which may be in UTF-16. */
function titleOf(dictionary: string): string {
  const literal = /\/Title \(((?:\\[\s\S]|[^\\)])*)\)/.exec(dictionary)?.[1] ?? "";
  const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const raw = literal.replaceAll(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character);
  if (!raw.startsWith("\u00FE\u00FF")) return raw;
  return Buffer.from(raw.slice(2), "latin1").swap16().toString("utf16le");
}
