import { type QueryPart, QuerySyntaxError, type QueryTerm, termsOf, writtenValue, writtenWord } from "./query-terms.ts";

// The language of search fields, of `q` in the API, of `plumb causes` and of the tools of agents. It does not import schemas, so that browsers and
// commands can use it.

/** Limits of the filters. */
const maxTextLength = 200;
const maxValueLength = 300;
const maxValues = 100;

/** A word for one value of a filter: `is:new` for the state `new`. */
export interface QueryWord {
  readonly word: string;
  readonly parameter: string;
  readonly value: string | true;
}

/** A field has words, or free values of which several may be given. */
export interface QueryField {
  /** In lower case. */
  readonly name: string;
  /** Filter of the free values: a query parameter of the API. */
  readonly parameter?: string;
  /** Values that the filter can have; any if absent. */
  readonly options?: readonly string[];
  readonly words?: readonly QueryWord[];
  /** Filter of a day such as `2030-01-31`, and what a day sets in addition. */
  readonly day?: { readonly parameter: string; readonly sets?: Readonly<Record<string, string>> };
  /** Whether `-field:value` excludes a value. */
  readonly isNegatable?: boolean;
}

export interface QueryLanguage {
  readonly fields: readonly QueryField[];
  /** Query parameter of the search words; `null` if there is no search. */
  readonly text: string | null;
}

type FilterValue = string | true | readonly string[];

/** Query parameters of the API. `not` has the excluded values as `parameter:value`. */
export type QueryFilters = Readonly<Record<string, FilterValue | undefined>>;

export interface QueryError extends Omit<QueryPart, "text"> {
  readonly message: string;
}

export type ParsedQuery =
  | { readonly filters: QueryFilters; readonly error?: never }
  | { readonly error: QueryError; readonly filters?: never };

/** Converts a query to filters. */
export function parseQuery(language: QueryLanguage, query: string): ParsedQuery {
  try {
    return { filters: filtersOf(language, query) };
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    const { message, start, end } = error;
    return { error: { message, start, end } };
  }
}

function filtersOf(language: QueryLanguage, query: string): QueryFilters {
  const words: string[] = [];
  const found = new Map<string, FilterValue>();
  for (const term of termsOf(query)) {
    const field = term.field === null ? null : fieldOf(language, term, term.field);
    if (field !== null) addTerm(found, field, term);
    else if (language.text === null) throw notAField(language, query, term);
    // `Error:` at the end of a copied line is a word.
    else words.push(term.field === null ? (term.values[0]?.text ?? "") : query.slice(term.start, term.end));
  }
  const text = words.join(" ").replaceAll(/\s+/g, " ").trim();
  if (text.length > maxTextLength) {
    throw new QuerySyntaxError(`Search for at most ${maxTextLength} characters of text, not ${text.length}`, {
      start: 0,
      end: query.length,
    });
  }
  return Object.fromEntries([
    ...(language.text === null || text === "" ? [] : [[language.text, text] as const]),
    ...found,
  ]);
}

function notAField({ fields }: QueryLanguage, query: string, { start, end }: QueryTerm): QuerySyntaxError {
  const names = fields.map(({ name }) => name).join(", ");
  return new QuerySyntaxError(
    `Character ${start + 1}: "${query.slice(start, end)}" is not a filter. Write field:value with one of ${names}.`,
    { start, end },
  );
}

/** Returns the field of a term; `null` if an unknown name has no value. */
function fieldOf(
  { fields, text }: QueryLanguage,
  { values, start, end }: QueryTerm,
  name: QueryPart,
): QueryField | null {
  const field = fields.find((each) => each.name === name.text.toLowerCase());
  if (field !== undefined) return field;
  if (values.length === 0) return null;
  const known = fields.map((each) => each.name);
  const hint = suggestion(name.text, known) ?? `The fields are ${known.join(", ")}.`;
  const search = text === null ? "" : " To search for this text, put it in quotes.";
  throw new QuerySyntaxError(`Character ${start + 1}: there is no field "${name.text}". ${hint}${search}`, {
    start,
    end,
  });
}

function addTerm(found: Map<string, FilterValue>, field: QueryField, term: QueryTerm): void {
  const { start, end, isNegated, values } = term;
  const refuse = (reason: string, part: Omit<QueryPart, "text"> = { start, end }): never => {
    throw new QuerySyntaxError(`Character ${part.start + 1}: ${reason}`, part);
  };
  if (values.length === 0) return refuse(`"${field.name}:" needs a value`);
  if (isNegated && field.isNegatable !== true) return refuse(`"${field.name}:" cannot be excluded with "-"`);
  for (const part of values) {
    if (part.text.length > maxValueLength) refuse(`a value can have at most ${maxValueLength} characters`, part);
    if (field.parameter === undefined) {
      for (const [parameter, value] of Object.entries(single(field, part, refuse))) {
        const before = found.get(parameter) ?? value;
        if (before !== value) refuse(`"${field.name}:${part.text}" contradicts another part of the query`, part);
        found.set(parameter, value);
      }
    } else {
      if (field.options?.includes(part.text) === false) refuseValue(field.name, part, field.options, refuse);
      const [parameter, value] = isNegated ? ["not", `${field.parameter}:${part.text}`] : [field.parameter, part.text];
      const all = [...new Set([...((found.get(parameter) ?? []) as readonly string[]), value])];
      if (all.length > maxValues) refuse(`a filter can have at most ${maxValues} values`, part);
      found.set(parameter, all);
    }
  }
}

/** Returns what a word or a day sets. */
function single(
  { name, words = [], day }: QueryField,
  part: QueryPart,
  refuse: Refuse,
): Readonly<Record<string, string | true>> {
  const word = words.find((each) => each.word === part.text.toLowerCase());
  if (word !== undefined) return { [word.parameter]: word.value };
  if (day !== undefined && isDay(part.text)) return { [day.parameter]: part.text, ...day.sets };
  const known = [...words.map((each) => each.word), ...(day === undefined ? [] : ["a day such as 2030-01-31"])];
  return refuseValue(name, part, known, refuse);
}

type Refuse = (reason: string, part: QueryPart) => never;

function refuseValue(name: string, part: QueryPart, known: readonly string[], refuse: Refuse): never {
  const hint = suggestion(part.text, known) ?? "";
  return refuse(`"${name}:" can be ${known.join(", ")}, not "${part.text}". ${hint}`.trim(), part);
}

function isDay(text: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(text).toString() !== "Invalid Date" && sameDay(text);
}

/** `2030-02-31` is read as a day in March. */
function sameDay(text: string): boolean {
  return new Date(text).toISOString().startsWith(text);
}

/** Writes filters as a query. Values that no field sets, such as the default of a filter, are left out. */
export function printQuery({ fields, text }: QueryLanguage, filters: QueryFilters): string {
  const excluded = listOf(filters["not"]);
  const terms = fields.flatMap(({ name, parameter, words = [], day }) => {
    const one = words.filter((each) => filters[each.parameter] === each.value).map((each) => `${name}:${each.word}`);
    const date = day === undefined ? undefined : filters[day.parameter];
    if (typeof date === "string") one.push(`${name}:${writtenValue(date)}`);
    if (parameter === undefined) return one;
    const without = excluded.flatMap((each) => {
      const value = each.slice(parameter.length + 1);
      return each.startsWith(`${parameter}:`) ? [`-${name}:${writtenValue(value)}`] : [];
    });
    const all = listOf(filters[parameter]);
    return [...one, ...(all.length === 0 ? [] : [`${name}:${all.map(writtenValue).join(",")}`]), ...without];
  });
  const searched = String((text === null ? undefined : filters[text]) ?? "")
    .split(/\s+/)
    .filter((word) => word !== "");
  return [...terms, ...searched.map(writtenWord)].join(" ");
}

/** Returns the query parameters that the fields of a language set. */
export function parametersOf({ fields, text }: QueryLanguage): ReadonlySet<string> {
  return new Set([
    ...(text === null ? [] : [text]),
    "not",
    ...fields.flatMap(({ parameter, words = [], day }) => [
      ...(parameter === undefined ? [] : [parameter]),
      ...words.map((each) => each.parameter),
      ...(day === undefined ? [] : [day.parameter]),
    ]),
  ]);
}

function listOf(value: FilterValue | undefined): readonly string[] {
  return typeof value === "object" ? value : [];
}

/** Returns a question with the most similar known text; `null` if none is similar. */
function suggestion(text: string, known: readonly string[]): string | null {
  const lower = text.toLowerCase().slice(0, 40);
  const [nearest] = known
    .map((each) => ({ each, edits: edits(lower, each) }))
    .filter(({ each, edits: count }) => count <= Math.min(each.length - 1, 2) || each.startsWith(lower))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest === undefined ? null : `Did you mean ${nearest.each}?`;
}

/** Number of letters to change, add, remove or swap with the next one (optimal string alignment distance). */
function edits(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (const [index, letter] of one.split("").entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at++) {
      const same = (row[at] ?? 0) + (letter === other[at] ? 0 : 1);
      const isSwapped = index > 0 && at > 0 && letter === other[at - 1] && one[index - 1] === other[at];
      const swapped = isSwapped ? (before[at - 1] ?? 0) + 1 : same;
      next.push(Math.min(same, swapped, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
