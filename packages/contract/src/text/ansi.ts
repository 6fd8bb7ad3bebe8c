/** A part of a terminal text with a single style. */
export interface AnsiPiece {
  readonly text: string;
  readonly style: AnsiStyle;
}

export interface AnsiStyle {
  /** Index 0–15 in the terminal's palette, or a CSS `rgb(…)`. */
  readonly color?: number | string;
  readonly background?: number | string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
}

// Colour codes (group 1) and all other control sequences: CSI, OSC (links, titles), two-character escapes.
const sequence =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /\u001B\[([\d;:]*)m|\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[@-Z\\-_]|\u009B[\d;]*[@-~]/g;

/**
 * Splits terminal text into pieces with one style each. Colours and styles are kept, and all other control sequences are
 * dropped. The pieces are plain text, not markup.
 *
 * @param limit Maximum number of styled pieces. The rest of the text becomes one unstyled piece, so that hostile text cannot flood the page.
 */
export function ansiPieces(text: string, limit = 1000): AnsiPiece[] {
  if (!text.includes("\u001B") && !text.includes("\u009B")) return text === "" ? [] : [{ text, style: {} }];
  const pieces: AnsiPiece[] = [];
  let style: AnsiStyle = {};
  let from = 0;
  const push = (piece: string) => {
    const last = pieces.at(-1);
    if (piece === "") return;
    if (last !== undefined && last.style === style) pieces[pieces.length - 1] = { text: last.text + piece, style };
    else pieces.push({ text: piece, style });
  };
  for (const match of text.matchAll(sequence)) {
    if (pieces.length >= limit) break;
    push(text.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[1] !== undefined) style = nextStyle(style, match[1]);
  }
  if (pieces.length >= limit) style = {};
  push(stripAnsi(text.slice(from)));
  return pieces;
}

/** Removes all control sequences from a text. */
export function stripAnsi(text: string): string {
  // Most texts have no control sequences, and searching for two characters is ten times faster than the regular expression.
  return text.includes("\u001B") || text.includes("\u009B") ? text.replaceAll(sequence, "") : text;
}

function nextStyle(style: AnsiStyle, codes: string): AnsiStyle {
  const numbers = codes.split(/[;:]/).map(Number);
  let next = style;
  for (let index = 0; index < numbers.length; index += 1) {
    const code = numbers[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = extendedColor(numbers.slice(index + 1, index + 5));
      index += used;
      if (color !== null) next = code === 38 ? { ...next, color } : { ...next, background: color };
    } else next = applied(next, code);
  }
  return next;
}

function applied(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underline: false };
  if (code >= 30 && code <= 37) return { ...style, color: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, color: code - 82 };
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 92 };
  if (code === 39) return without(style, "color");
  if (code === 49) return without(style, "background");
  return style;
}

function without(style: AnsiStyle, key: "color" | "background"): AnsiStyle {
  const { [key]: _, ...rest } = style;
  return rest;
}

/** Parses `5;n` of the 256-colour palette or `2;r;g;b`. */
function extendedColor(rest: readonly number[]): { color: number | string | null; used: number } {
  const [mode, first = 0, second = 0, third = 0] = rest;
  if (mode === 2) return { color: `rgb(${[first, second, third].map(byte).join(", ")})`, used: 4 };
  if (mode !== 5) return { color: null, used: 0 };
  if (first < 16) return { color: Math.max(0, Math.trunc(first) || 0), used: 2 };
  if (first >= 232)
    return {
      color: `rgb(${Array(3)
        .fill(byte((first - 232) * 10 + 8))
        .join(", ")})`,
      used: 2,
    };
  const cube = first - 16;
  const levels = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((level) =>
    level === 0 ? 0 : level * 40 + 55,
  );
  return { color: `rgb(${levels.join(", ")})`, used: 2 };
}

function byte(value: number): number {
  return Math.min(255, Math.max(0, Math.trunc(value) || 0));
}
