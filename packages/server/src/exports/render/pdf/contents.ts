import { type Book, contentWidth, type HeldPage, margin } from "./book.ts";
import { colors } from "./palette.ts";

type Level = 0 | 1 | 2;

interface Entry {
  readonly title: string;
  /** 0 for a part, 1 for its entries, 2 for entries below them. */
  readonly level: Level;
  readonly page: number;
  /** Name given to `Book.mark`. */
  readonly name: string;
}

const perPage = 46;
const step = 15;

/** The table of contents and the bookmarks, with the same link targets. */
export class Contents {
  readonly #entries: Entry[] = [];
  readonly #book: Book;
  #part: PDFKit.PDFOutline;
  #within: PDFKit.PDFOutline;

  constructor(book: Book) {
    this.#book = book;
    this.#part = book.document.outline;
    this.#within = this.#part;
  }

  /** Returns the number of pages for this many entries. */
  static pagesFor(entries: number): number {
    return Math.max(1, Math.ceil(entries / perPage));
  }

  /**
   * Adds an entry for the current position.
   *
   * @returns Name of the link target, for `Book.document.goTo`.
   */
  add(title: string, level: Level): string {
    const name = `place-${this.#entries.length}`;
    const { document, pageNumber } = this.#book;
    this.#book.mark(name);
    this.#entries.push({ title, level, page: pageNumber, name });
    if (level === 0) this.#part = document.outline.addItem(title, { expanded: this.#entries.length < 40 });
    else if (level === 1) this.#within = this.#part.addItem(title.slice(0, 300));
    else this.#within.addItem(title.slice(0, 300));
    return name;
  }

  /** Omits entries that do not fit on the reserved pages, because a running report may have grown. */
  draw(pages: readonly HeldPage[]): void {
    for (const [index, page] of pages.entries()) {
      this.#book.drawOn(page, () => {
        const book = this.#book;
        book.line(index === 0 ? "Contents" : "Contents (continued)", margin.left, book.y + 14, {
          face: "bold",
          size: 14,
        });
        book.y += 32;
        for (const entry of this.#entries.slice(index * perPage, (index + 1) * perPage)) this.#drawEntry(entry);
      });
    }
  }

  #drawEntry({ title, level, page, name }: Entry): void {
    const book = this.#book;
    const style = { face: level === 0 ? "bold" : "sans", size: level === 0 ? 9.5 : 8.5 } as const;
    const x = margin.left + level * 14;
    const width = contentWidth - level * 14;
    const number = String(page);
    const baseline = book.y + 10;
    book.label(title, x, baseline, { ...style, width: width - 44 });
    const from = x + Math.min(width - 44, book.widthOf(title, style)) + 6;
    const until = margin.left + contentWidth - book.widthOf(number, style) - 6;
    if (until > from)
      book.document.addContent(
        `q 0.78 G 0.6 w [0.6 3] 0 d 1 J ${from.toFixed(2)} ${baseline} m ${until.toFixed(2)} ${baseline} l S Q`,
      );
    book.label(number, until + 6 - 1, baseline, { ...style, width: 60 });
    book.document.goTo(x, book.y, width, step, name);
    book.y += step;
  }
}

export function link(book: Book, text: string, x: number, baseline: number, name: string): void {
  const style = { size: 7.5, color: colors.brand };
  book.line(text, x, baseline, style);
  book.document.goTo(x, baseline - 8, book.widthOf(text, style), 10, name);
}
