import { asString, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanTitle } from "#text/clean-text.ts";

/** Labels of a result by name. A name can occur several times. */
export interface Labels {
  first(name: string): string | undefined;
  all(name: string): readonly string[];
}

const maxLabels = 500;

export function labelsOf(labels: unknown): Labels {
  const byName = new Map<string, string[]>();
  for (const label of objectsOf(labels).slice(0, maxLabels)) {
    const name = asString(label["name"]) ?? "";
    const value = cleanTitle(asString(label["value"]) ?? "", limits.title);
    if (name === "" || value === "") continue;
    const values = byName.get(name);
    if (values === undefined) byName.set(name, [value]);
    else values.push(value);
  }
  return { first: (name) => byName.get(name)?.[0], all: (name) => byName.get(name) ?? [] };
}
