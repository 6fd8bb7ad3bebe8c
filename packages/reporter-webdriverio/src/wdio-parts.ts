import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { asObject, asString, asText, type JsonObject, objectsOf, stringsOf } from "@plumb/formats/json/json-value.ts";
import { mochaError } from "@plumb/formats/mocha-error/mocha-error.ts";
import type { ErrorRecord } from "@plumb/formats/results/test-record.ts";

// Parts of WebdriverIO 8 and 9 that its reporters use. Values are untrusted.

/** Relative to the folder that the tests run in. */
export function specPath(place: unknown): string | undefined {
  const told = asString(place);
  if (told === undefined || told === "") return undefined;
  const path = told.startsWith("file:") ? fileURLToPath(told) : told;
  return isAbsolute(path) ? relative(process.cwd(), path) : path;
}

/** Returns one or several errors. */
export function errorsOf({ error, errors }: JsonObject): ErrorRecord[] {
  const told = Array.isArray(errors) && errors.length > 0 ? (errors as unknown[]) : [error];
  return told.flatMap((each) => {
    const own = each instanceof Error ? { name: each.name, message: each.message, stack: each.stack } : each;
    return mochaError(own) ?? [];
  });
}

/** The first line of what went wrong. */
export function messageOf(error: ErrorRecord | undefined): string {
  const message = asText(error?.message) ?? "";
  return message.trim() === "" ? "failed" : message.trim();
}

/** Cucumber's, without the `@`. */
export function tagNames(tags: unknown): string[] {
  return [...stringsOf(tags), ...objectsOf(tags).flatMap(({ name }) => asString(name) ?? [])].map((tag) =>
    tag.replace(/^@/, ""),
  );
}

/** Whether WebdriverIO runs this spec file once more, in another process. */
export function runsAgain(end: JsonObject, specFileRetries: unknown): boolean {
  const [failures, left] = [Number(end["failures"]), Number(end["retries"])];
  if (!(failures > 0)) return false;
  // The count is unknown before the first repetition.
  return left < 0 ? Number(specFileRetries) > 0 : left > 0;
}

/** `expect toHaveText "Buy"`. */
export function assertionTitle({ matcherName, expectedValue }: JsonObject): string {
  const expected = shownValue(expectedValue);
  return `expect ${asString(matcherName) ?? "assertion"}${expected === "" ? "" : ` ${expected}`}`;
}

function shownValue(value: unknown): string {
  if (value === undefined || typeof value === "function") return "";
  try {
    return (JSON.stringify(value) ?? "").slice(0, 200);
  } catch {
    return "";
  }
}

/** Returns the message of a failed matcher, which is created on demand. */
export function assertionMessage({ result }: JsonObject): string {
  const message = asObject(result)?.["message"];
  try {
    return asString(typeof message === "function" ? (message as () => unknown)() : message) ?? "";
  } catch {
    return "";
  }
}
