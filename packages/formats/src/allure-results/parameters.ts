import { asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanTitle } from "#text/clean-text.ts";

interface Shown {
  readonly name: string;
  readonly value: string;
}

/** Parameters that may be shown: a hidden one is left out, of a masked one only the name is told. */
function shownParameters(parameters: unknown): Shown[] {
  return objectsOf(parameters).flatMap((parameter): Shown[] => {
    const name = cleanTitle(asString(parameter["name"]) ?? "", limits.title);
    if (name === "" || parameter["mode"] === "hidden") return [];
    return [{ name, value: parameter["mode"] === "masked" ? "******" : valueOf(parameter) }];
  });
}

function valueOf({ value }: JsonObject): string {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : (asString(value) ?? "");
  return cleanTitle(text, limits.annotationValue);
}

/**
 * What tells executions of one title apart: every parameter that Allure counts to the identity. `Project` and `browser`
 * speak for themselves, all others with their name.
 */
export function variantOf(parameters: unknown): string {
  const counted = objectsOf(parameters).filter(({ excluded }) => excluded !== true);
  return shownParameters(counted)
    .map(({ name, value }) => (/^(project|browser)$/i.test(name) ? value : `${name}=${value}`))
    .join(", ");
}

/** Behind the name of a step, in brackets; empty if it has none. */
export function parameterText(parameters: unknown): string {
  const shown = shownParameters(parameters).map(({ name, value }) => `${name}: ${value}`);
  return shown.length === 0 ? "" : ` (${shown.join(", ")})`;
}
