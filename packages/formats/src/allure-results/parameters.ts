import { asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanTitle } from "#text/clean-text.ts";

interface Shown {
  readonly name: string;
  readonly value: string;
}

/** Visible parameters: hidden ones are left out, and masked ones only keep their names. */
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
 * Distinguishes executions with one title: every parameter that belongs to the identity in Allure. `Project` and
 * `browser` appear by their value only, all others with their name.
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
