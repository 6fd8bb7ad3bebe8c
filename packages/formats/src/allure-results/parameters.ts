import { asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { isBrowserVersion, withoutVersions } from "#text/browser-version.ts";
import { cleanTitle } from "#text/clean-text.ts";

interface Visible {
  readonly name: string;
  readonly value: string;
}

/** Returns the visible parameters: hidden ones are omitted, and the values of masked ones are removed. */
function displayParameters(parameters: unknown): Visible[] {
  return objectsOf(parameters).flatMap((parameter): Visible[] => {
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
 * Returns the parameters that belong to the identity in Allure and distinguish executions with the same title. `Project` and
 * `browser` appear only with their value, all others also with their name. Versions of the browser are removed, because they change.
 */
export function variantOf(parameters: unknown): string {
  const counted = objectsOf(parameters).filter(({ excluded }) => excluded !== true);
  return displayParameters(counted)
    .filter(({ name }) => !isBrowserVersion(name))
    .map(({ name, value }) => {
      if (/^browser$/i.test(name)) return withoutVersions(value);
      return /^project$/i.test(name) ? value : `${name}=${value}`;
    })
    .join(", ");
}

/** Returns the parameters of a step in parentheses, for the end of its name; empty if there are none. */
export function parameterText(parameters: unknown): string {
  const visible = displayParameters(parameters).map(({ name, value }) => `${name}: ${value}`);
  return visible.length === 0 ? "" : ` (${visible.join(", ")})`;
}
