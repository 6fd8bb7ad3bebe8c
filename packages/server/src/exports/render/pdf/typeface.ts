import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Internals of pdfkit below its text functions. Those lay out every word again, which is a hundred times slower, and have a cache that grows with the
// document.
interface Glyph {
  readonly id: number;
  /** In units of the font. */
  readonly advanceWidth: number;
  readonly codePoints: number[];
}
interface EmbeddedFont {
  readonly id: string;
  readonly scale: number;
  readonly font: {
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    layout(text: string): { readonly glyphs: readonly Glyph[] };
  };
  readonly subset: { includeGlyph(glyphId: number): number };
  readonly widths: (number | undefined)[];
  readonly unicode: (number[] | undefined)[];
  ref(): object;
}
export interface FontPage {
  readonly fonts: Record<string, object>;
}

interface Character {
  /** Glyph id in the embedded font, four hexadecimal digits. */
  readonly hex: string;
  /** In thousandths of the font size. */
  readonly width: number;
}

const replacement = 0xfffd;
const maxNamed = 12;

/** Hebrew and Arabic, with the characters between their words. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC](?:[\s\d\p{P}]*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC])*/gu;

/** A font of a document. Only the characters that are used are embedded. */
export class Typeface {
  /** The first characters that no font has; they are shown as U+FFFD. */
  readonly lacking = new Set<number>();
  readonly #font: EmbeddedFont;
  readonly #second: Typeface | null;
  readonly #characters = new Map<number, Character>();

  /**
   * @param file Name in dejavu-fonts-ttf, without the extension.
   * @param second Fallback for characters that this font lacks.
   */
  constructor(document: PDFKit.PDFDocument, file: string, second: Typeface | null = null) {
    this.#second = second;
    document.font(readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`))));
    this.#font = (document as unknown as { readonly _font: EmbeddedFont })._font;
  }

  /** Returns the name of the font on a page, and adds the font to the page. */
  #nameOn(page: FontPage): string {
    const { id } = this.#font;
    page.fonts[id] ??= this.#font.ref();
    return id;
  }

  /** Width in points, for a font size in points. */
  widthOf(text: string, size: number): number {
    let width = 0;
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? replacement;
      width += this.#faceOf(codePoint).#character(codePoint).width;
    }
    return (width * size) / 1000;
  }

  /** Returns operators that show the text in the page's content, and adds the required fonts to the page. Right-to-left words are reversed. */
  show(text: string, size: number, page: FontPage): string {
    let visible = "";
    let face: Typeface | null = null;
    let hex = "";
    const end = () => {
      if (face !== null) visible += `/${face.#nameOn(page)} ${size} Tf <${hex}> Tj `;
      hex = "";
    };
    const add = (next: Typeface, input: string) => {
      if (next !== face) end();
      face = next;
      hex += input;
    };
    const addPlain = (plain: string) => {
      for (const character of plain) {
        const codePoint = character.codePointAt(0) ?? replacement;
        const next = this.#faceOf(codePoint);
        add(next, next.#character(codePoint).hex);
      }
    };
    let from = 0;
    for (const run of text.matchAll(rightToLeft)) {
      addPlain(text.slice(from, run.index));
      const next = this.#faceOfAll(run[0]);
      add(next, next.#encodeShaped(run[0]));
      from = run.index + run[0].length;
    }
    addPlain(from === 0 ? text : text.slice(from));
    end();
    return visible;
  }

  /** Arabic letters change their shape next to others, so they are encoded together. */
  #encodeShaped(text: string): string {
    let known = "";
    for (const character of text) known += this.#holds(character.codePointAt(0) ?? 0) ? character : "\uFFFD";
    return this.#font.font
      .layout(known)
      .glyphs.map((glyph) => this.#include(glyph).hex)
      .join("");
  }

  #character(codePoint: number): Character {
    const known = this.#characters.get(codePoint);
    if (known !== undefined) return known;
    const { font } = this.#font;
    const made = this.#include(font.glyphForCodePoint(this.#holds(codePoint) ? codePoint : replacement));
    this.#characters.set(codePoint, made);
    return made;
  }

  #holds(codePoint: number): boolean {
    return this.#font.font.hasGlyphForCodePoint(codePoint);
  }

  /** Returns the font that has the character; this one, as U+FFFD, if no font has it. */
  #faceOf(codePoint: number): Typeface {
    if (this.#characters.has(codePoint) || this.#holds(codePoint)) return this;
    if (this.#second !== null && this.#second.#holds(codePoint)) return this.#second;
    if (this.lacking.size < maxNamed) this.lacking.add(codePoint);
    return this;
  }

  /** Returns one font for the whole text, because letters that join must be from the same font. */
  #faceOfAll(text: string): Typeface {
    for (const character of text) {
      const face = this.#faceOf(character.codePointAt(0) ?? replacement);
      if (face !== this) return face;
    }
    return this;
  }

  #include(glyph: Glyph): Character {
    const { subset, widths, unicode, scale } = this.#font;
    const id = subset.includeGlyph(glyph.id);
    widths[id] ??= glyph.advanceWidth * scale;
    unicode[id] ??= glyph.codePoints;
    return { hex: id.toString(16).padStart(4, "0"), width: glyph.advanceWidth * scale };
  }
}
