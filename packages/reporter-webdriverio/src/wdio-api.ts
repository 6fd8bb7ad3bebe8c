import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { asObject, asString, asText, type JsonObject, objectsOf, stringsOf } from "@plumb/formats/json/json-value.ts";
import { mochaError } from "@plumb/formats/mocha-error/mocha-error.ts";
import type { ErrorRecord } from "@plumb/formats/results/test-record.ts";

// Parts of WebdriverIO's API (versions 8 and 9) that reporters use. All values are checked, because their types may vary.

/** Returns the path relative to the working folder. */
export function specPath(location: unknown): string | undefined {
  const reported = asString(location);
  if (reported === undefined || reported === "") return undefined;
  const path = reported.startsWith("file:") ? fileURLToPath(reported) : reported;
  return isAbsolute(path) ? relative(process.cwd(), path) : path;
}

/** Returns the errors of an event, which has either `error` or `errors`. */
export function errorsOf({ error, errors }: JsonObject): ErrorRecord[] {
  const reported = Array.isArray(errors) && errors.length > 0 ? (errors as unknown[]) : [error];
  return reported.flatMap((each) => {
    const plain = each instanceof Error ? { name: each.name, message: each.message, stack: each.stack } : each;
    return mochaError(plain) ?? [];
  });
}

/** Returns the first line of the error message. */
export function messageOf(error: ErrorRecord | undefined): string {
  const message = asText(error?.message) ?? "";
  return message.trim() === "" ? "failed" : message.trim();
}

/** Returns the tags of Cucumber without `@`. */
export function tagNames(tags: unknown): string[] {
  return [...stringsOf(tags), ...objectsOf(tags).flatMap(({ name }) => asString(name) ?? [])].map((tag) =>
    tag.replace(/^@/, ""),
  );
}

/** Returns true if WebdriverIO will run this spec file again in another process. */
export function runsAgain(end: JsonObject, specFileRetries: unknown): boolean {
  const [failures, left] = [Number(end["failures"]), Number(end["retries"])];
  if (!(failures > 0)) return false;
  // The count is negative until the first retry.
  return left < 0 ? Number(specFileRetries) > 0 : left > 0;
}

/** Returns a title such as `expect toHaveText "Buy"`. */
export function assertionTitle({ matcherName, expectedValue }: JsonObject): string {
  const expected = displayValue(expectedValue);
  return `expect ${asString(matcherName) ?? "assertion"}${expected === "" ? "" : ` ${expected}`}`;
}

function displayValue(value: unknown): string {
  if (value === undefined || typeof value === "function") return "";
  try {
    return (JSON.stringify(value) ?? "").slice(0, 200);
  } catch {
    return "";
  }
}

/** Returns the message of a failed matcher, which is a function. */
export function assertionMessage({ result }: JsonObject): string {
  const message = asObject(result)?.["message"];
  try {
    return asString(typeof message === "function" ? (message as () => unknown)() : message) ?? "";
  } catch {
    return "";
  }
}
