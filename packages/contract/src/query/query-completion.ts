import type { QueryLanguage } from "./query-language.ts";
import { writtenValue } from "./query-terms.ts";

/** Maximum number of completions. */
const maxCompletions = 8;

export interface Completion {
  /** The whole query with the completion. It ends with a space after a value. */
  readonly query: string;
  /** The added text, such as `owner:` or `@checkout`. */
  readonly label: string;
}

/** The last term while it is typed: the beginning of a name, or a field with its last value. */
const typedTerm = /(?:^|\s)(-?)([a-z_-]*)(?:(:)(?:[^\s",]+,|"(?:[^"\\]|\\.)*",)*("?)([^",\s]*|(?<=")[^"]*))?$/i;

/**
 * Returns how the last term of a query can continue.
 *
 * @param options Known values by filter.
 */
export function completionsOf(
  { fields }: QueryLanguage,
  query: string,
  options: Readonly<Record<string, readonly string[] | undefined>>,
): Completion[] {
  const [, minus = "", name = "", colon, quote = "", part = ""] = typedTerm.exec(query) ?? [];
  const lower = name.toLowerCase();
  const usable = fields.filter(({ isNegatable }) => minus === "" || isNegatable === true);
  if (colon === undefined) {
    if (lower === "" && minus === "") return [];
    const before = query.slice(0, query.length - name.length);
    return usable
      .filter((field) => field.name.startsWith(lower))
      .map((field) => ({ query: `${before}${field.name}:`, label: `${field.name}:` }));
  }
  const field = usable.find((each) => each.name === lower);
  if (field === undefined) return [];
  const before = query.slice(0, query.length - part.length - quote.length);
  const values = [
    ...(field.words ?? []).map(({ word }) => word),
    ...(field.options ?? []),
    ...(options[field.parameter ?? ""] ?? []),
  ];
  const found = [...new Set(values)].filter((value) => value.toLowerCase().includes(part.toLowerCase()));
  // Values that begin with the text come first.
  const isFirst = (value: string) => (value.toLowerCase().startsWith(part.toLowerCase()) ? 0 : 1);
  return found
    .toSorted((a, b) => isFirst(a) - isFirst(b))
    .slice(0, maxCompletions)
    .map((value) => ({ query: `${before}${writtenValue(value)} `, label: value }));
}
