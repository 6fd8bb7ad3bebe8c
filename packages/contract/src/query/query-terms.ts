// Splits a query into terms. The grammar is in decision 64.

/** Maximum length of a query in characters. */
export const maxQueryLength = 1000;

/** A part of a query with the positions of its first character and after its last one, from 0. */
export interface QueryPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A term as written. */
export interface QueryTerm {
  /** `null` for a search word. */
  readonly field: QueryPart | null;
  readonly isNegated: boolean;
  /** The search word, or the values of the field. */
  readonly values: readonly QueryPart[];
  readonly start: number;
  readonly end: number;
}

export class QuerySyntaxError extends Error {
  readonly start: number;
  readonly end: number;

  constructor(message: string, { start, end }: Omit<QueryPart, "text">) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

/** Name of a field with its colon. `http://` and `Foo::bar` are words. */
const fieldStart = /(-?)([a-z][a-z_-]*):(?!\/\/|:)/iy;
const blank = /\s*/y;
const word = /\S+/y;
const value = /[^\s",]+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/sy;

/** @throws QuerySyntaxError */
export function termsOf(query: string): QueryTerm[] {
  if (query.length > maxQueryLength) {
    throw new QuerySyntaxError(`A query can have at most ${maxQueryLength} characters, not ${query.length}`, {
      start: maxQueryLength,
      end: query.length,
    });
  }
  const terms: QueryTerm[] = [];
  for (let at = endOf(blank, query, 0); at < query.length; at = endOf(blank, query, at)) {
    const term = termAt(query, at);
    terms.push(term);
    at = term.end;
  }
  return terms;
}

function termAt(query: string, start: number): QueryTerm {
  fieldStart.lastIndex = start;
  const [head, minus = "", name = ""] = fieldStart.exec(query) ?? [];
  if (head === undefined) {
    const part = query[start] === '"' ? quotedAt(query, start) : partAt(word, query, start);
    return { field: null, isNegated: false, values: [part], start, end: part.end };
  }
  const nameStart = start + minus.length;
  const field = { text: name, start: nameStart, end: nameStart + name.length };
  const values: QueryPart[] = [];
  let end = start + head.length;
  for (let more = true; more;) {
    const part = query[end] === '"' ? quotedAt(query, end) : partAt(value, query, end);
    if (part.text.trim() !== "") values.push({ ...part, text: part.text.trim() });
    more = query[part.end] === ",";
    end = more ? part.end + 1 : part.end;
  }
  return { field, isNegated: minus !== "", values, start, end };
}

function partAt(pattern: RegExp, query: string, start: number): QueryPart {
  const end = endOf(pattern, query, start);
  return { text: query.slice(start, end), start, end };
}

function quotedAt(query: string, start: number): QueryPart {
  quoted.lastIndex = start;
  const [found, text = ""] = quoted.exec(query) ?? [];
  if (found === undefined)
    throw new QuerySyntaxError(`The quote at character ${start + 1} has no end`, { start, end: query.length });
  return { text: text.replaceAll(/\\(["\\])/g, "$1"), start, end: start + found.length };
}

function endOf(pattern: RegExp, query: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(query) === null ? start : pattern.lastIndex;
}

/** Writes a text in quotes. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Writes a value of a field, in quotes if it needs them. */
export function writtenValue(text: string): string {
  return /^(?!:|\/\/)[^\s",]+$/.test(text) ? text : inQuotes(text);
}

/** Writes a search word, in quotes if it would be something else without them. */
export function writtenWord(text: string): string {
  fieldStart.lastIndex = 0;
  return text.startsWith('"') || fieldStart.test(text) ? inQuotes(text) : text;
}
