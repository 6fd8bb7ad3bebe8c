import { asObject, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanTitle } from "#text/clean-text.ts";

/** A kind of failure defined by the project. */
export interface Category {
  readonly name: string;
  readonly statuses: ReadonlySet<string>;
  readonly message: readonly string[] | null;
  readonly trace: readonly string[] | null;
}

const maxCategories = 100;

/**
 * Returns the categories of a project. Patterns are untrusted regular expressions that could take unbounded time, so only
 * the common form is supported: literal text with `.*` between its parts. `unusable` is called with the names of all other categories.
 */
export function categoriesOf(list: unknown, unusable: (name: string) => void): Category[] {
  return objectsOf(list)
    .slice(0, maxCategories)
    .flatMap((category): Category[] => {
      const name = cleanTitle(asString(category["name"]) ?? "", limits.title);
      const message = partsOf(category["messageRegex"]);
      const trace = partsOf(category["traceRegex"]);
      if (name === "") return [];
      if (message !== undefined && trace !== undefined) {
        return [{ name, statuses: new Set(stringsOf(category["matchedStatuses"])), message, trace }];
      }
      unusable(name);
      return [];
    });
}

/** Returns the names of the categories that match a result. */
export function matchingCategories(categories: readonly Category[], result: JsonObject): string[] {
  const status = (asString(result["status"]) ?? "").toLowerCase();
  const details = asObject(result["statusDetails"]);
  return categories
    .filter(
      ({ statuses, message, trace }) =>
        (statuses.size === 0 || statuses.has(status)) &&
        holds(asString(details?.["message"]) ?? "", message) &&
        holds(asString(details?.["trace"]) ?? "", trace),
    )
    .map(({ name }) => name);
}

/**
 * Returns the texts between `.*`; `null` without a pattern (which matches everything), undefined if the pattern is not
 * supported.
 */
function partsOf(pattern: unknown): readonly string[] | null | undefined {
  const text = asString(pattern);
  if (text === undefined || text === "") return null;
  const bare = text
    .replace(/^\(\?s\)/, "")
    .replace(/^\^/, "")
    .replace(/\$$/, "");
  const parts = bare.split(".*");
  if (parts.some((part) => /(?<!\\)[.*+?()[\]{}|^$]|\\[a-zA-Z0-9]|\\$/.test(part))) return undefined;
  return parts.map((part) => part.replace(/\\(.)/g, "$1"));
}

/** Returns true if the pattern matches the whole text, as in Allure. */
function holds(text: string, parts: readonly string[] | null): boolean {
  if (parts === null) return true;
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (parts.length === 1) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= at;
}
