import PdfKit from "pdfkit";
import { clippedLine, plainLine, plainLines, wrapped } from "./lines.ts";
import { colors } from "./palette.ts";
import { type FontPage, Typeface } from "./typeface.ts";

/** A4, in points. */
const paper = { width: 595.28, height: 841.89 };
export const margin = { left: 46, right: 46, top: 50, bottom: 56 };
export const contentWidth = paper.width - margin.left - margin.right;
const bottom = paper.height - margin.bottom;

interface Page extends FontPage {
  readonly xobjects: Record<string, object>;
  end(): void;
}

export type Face = "sans" | "bold" | "mono";

export interface TextStyle {
  readonly face?: Face;
  readonly size?: number;
  /** `#rrggbb` */
  readonly color?: string;
}

export interface Block extends TextStyle {
  readonly x?: number;
  readonly width?: number;
  /** Line height as a multiple of the size. */
  readonly leading?: number;
  /** Lines beyond this number are counted, but not drawn. */
  readonly maxLines?: number;
  /** Background colour behind the lines. */
  readonly ground?: string;
}

/** A page near the beginning that is drawn last, such as the table of contents, which needs all page numbers. */
export interface HeldPage {
  readonly number: number;
  readonly page: Page;
  readonly end: () => void;
}

/** A picture that was added to the document and can be drawn several times. */
export interface BookPicture {
  readonly label: string;
  readonly width: number;
  readonly height: number;
}

interface BookDetails {
  /** Title of the document, also printed at the bottom of every page. */
  readonly title: string;
  readonly now: Date;
  /** `false` keeps the content readable for tests. */
  readonly compress: boolean;
}

/**
 * A document that is written from the first page to the last, with only the current page in memory. Every page shows the total number of pages,
 * because all pages refer to one form that is written at the end.
 */
export class Book {
  readonly document: PDFKit.PDFDocument;
  readonly faces: Readonly<Record<Face, Typeface>>;
  /** Vertical position of the next element, from the top of the page. */
  y = margin.top;
  pageNumber = 0;
  #atLast = false;
  readonly #title: string;
  readonly #pageCount: PDFKit.PDFKitReference;

  constructor({ title, now, compress }: BookDetails) {
    this.document = new PdfKit({
      size: [paper.width, paper.height],
      margin: 0,
      autoFirstPage: false,
      pdfVersion: "1.7",
      lang: "en",
      displayTitle: true,
      compress,
      info: { Title: title, Creator: "Plumb", Producer: "Plumb", CreationDate: now },
    });
    const sans = new Typeface(this.document, "DejaVuSans");
    this.faces = {
      sans,
      bold: new Typeface(this.document, "DejaVuSans-Bold", sans),
      // Errors use this font, which has no Hebrew or Armenian characters, so it needs a fallback.
      mono: new Typeface(this.document, "DejaVuSansMono", sans),
    };
    this.#title = plainLine(title);
    this.#pageCount = this.document.ref({ Type: "XObject", Subtype: "Form" });
  }

  get #page(): Page {
    return this.document.page;
  }

  addPage(): void {
    this.document.addPage();
    this.pageNumber += 1;
    this.y = margin.top;
    this.#drawFoot();
  }

  /** Adds pages to draw later with `drawOn`. */
  holdPages(count: number): HeldPage[] {
    return Array.from({ length: count }, () => {
      this.addPage();
      const page = this.#page;
      const end = page.end.bind(page);
      page.end = () => undefined;
      return { number: this.pageNumber, page, end };
    });
  }

  /** Draws on a held page and finishes it. After that, only other held pages can be drawn on. */
  drawOn({ page, end }: HeldPage, draw: () => void): void {
    this.#atLast = true;
    Object.assign(this.document, { page });
    this.y = margin.top;
    draw();
    end();
  }

  /** Starts a new page if less than `height` points are left, and returns whether it did. */
  need(height: number): boolean {
    // Content that does not fit on a held page is omitted.
    if (this.#atLast || this.y + height <= bottom) return false;
    this.addPage();
    return true;
  }

  get room(): number {
    return bottom - this.y;
  }

  widthOf(text: string, { face = "sans", size = 9 }: TextStyle): number {
    return this.faces[face].widthOf(text, size);
  }

  /** Draws a single line of text on `baseline`. */
  line(text: string, x: number, baseline: number, style: TextStyle = {}): void {
    const { face = "sans", size = 9, color = colors.ink } = style;
    const visible = this.faces[face].show(text, size, this.#page);
    // pdfkit flips the page so that y grows downwards, so the letters are flipped back.
    this.document.addContent(`BT ${rgb(color)} rg 1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} Tm ${visible}ET`);
  }

  /** Draws a single line, cut to `width` and optionally right-aligned. */
  label(text: string, x: number, baseline: number, style: TextStyle & { width: number; right?: boolean }): void {
    const { face = "sans", size = 9, width, right = false } = style;
    const cut = clippedLine(text, { face: this.faces[face], size, width });
    this.line(cut, right ? x + width - this.faces[face].widthOf(cut, size) : x, baseline, style);
  }

  /** Draws text over several pages if needed. Returns the number of omitted lines. */
  block(text: string, style: Block = {}): number {
    const { face = "sans", size = 9, x = margin.left, leading = 1.35, maxLines = Number.POSITIVE_INFINITY } = style;
    const { width = contentWidth - (x - margin.left) } = style;
    const step = size * leading;
    const shape = { face: this.faces[face], size, width };
    let drawn = 0;
    let left = 0;
    for (const line of plainLines(text)) {
      if (drawn >= maxLines) {
        left += 1;
        continue;
      }
      for (const part of wrapped(line, shape)) {
        if (drawn >= maxLines) {
          left += 1;
          break;
        }
        this.need(step);
        if (style.ground !== undefined) this.rectangle(x - 8, this.y, width + 8, step + 0.2, style.ground);
        this.line(part, x, this.y + size, style);
        this.y += step;
        drawn += 1;
      }
    }
    return left;
  }

  rectangle(x: number, y: number, width: number, height: number, color: string): void {
    this.document.addContent(
      `${rgb(color)} rg ${x.toFixed(2)} ${y.toFixed(2)} ${width.toFixed(2)} ${height.toFixed(2)} re f`,
    );
  }

  openJpeg(jpeg: Buffer): BookPicture {
    return (this.document as unknown as { openImage(bytes: Buffer): BookPicture }).openImage(jpeg);
  }

  /** Draws a picture with its upper left corner at `x` and `y`. */
  picture(picture: BookPicture, x: number, y: number, width: number, height: number): void {
    this.document.image(picture as unknown as Buffer, x, y, { width, height });
    // The border separates white pictures from the white paper.
    this.document.lineWidth(0.5).strokeColor(colors.line).rect(x, y, width, height).stroke();
  }

  rule(y = this.y, color: string = colors.line): void {
    this.rectangle(margin.left, y, contentWidth, 0.6, color);
  }

  /** Adds a named link target at this height of the current page. */
  mark(name: string, y = this.y): void {
    this.document.addNamedDestination(name, "XYZ", 0, Math.max(0, y - 8), 0);
  }

  /** Returns the finished part of the document since the last call; empty if there is none. */
  written(): Uint8Array {
    return (this.document.read() as Uint8Array | null) ?? new Uint8Array();
  }

  /** Ends the document. Held pages must be drawn before. */
  end(): void {
    const form = { fonts: {} };
    const visible = this.faces.sans.show(String(this.pageNumber), 7.5, form);
    Object.assign(this.#pageCount.data, { BBox: [0, -4, 60, 12], Resources: { Font: form.fonts } });
    this.#pageCount.end(Buffer.from(`BT ${rgb(colors.quiet)} rg 0 0 Td ${visible}ET`));
    this.document.end();
  }

  #drawFoot(): void {
    const baseline = paper.height - 28;
    const style = { size: 7.5, color: colors.quiet };
    this.label(this.#title, margin.left, baseline, { ...style, width: contentWidth - 80 });
    const before = `${this.pageNumber} / `;
    const countAt = paper.width - margin.right - 19;
    this.line(before, countAt - this.widthOf(before, style), baseline, style);
    this.#page.xobjects["PageCount"] = this.#pageCount;
    this.document.addContent(`q 1 0 0 -1 ${countAt.toFixed(2)} ${baseline.toFixed(2)} cm /PageCount Do Q`);
  }
}

const operands = new Map<string, string>();

/** Converts `#rrggbb` to three numbers from 0 to 1. */
function rgb(color: string): string {
  let known = operands.get(color);
  if (known === undefined) {
    known = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(" ");
    operands.set(color, known);
  }
  return known;
}
