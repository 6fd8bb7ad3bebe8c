import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import type { ErrorRecord } from "#results/test-record.ts";
import { splitStack } from "#text/split-stack.ts";

/** Parses an error as serialised by Mocha's reporters and Cypress: an object, or a thrown value as text. Undefined if there is none. */
export function mochaError(value: unknown): ErrorRecord | undefined {
  const thrown = asString(value);
  if (thrown !== undefined) return thrown.trim() === "" ? undefined : splitStack(thrown);
  const error = asObject(value);
  if (error === undefined || Object.keys(error).length === 0) return undefined;
  const stack = asString(error["estack"]) ?? asString(error["stack"]);
  return {
    message: asString(error["message"]) ?? asString(error["_message"]) ?? (stack && splitStack(stack).message),
    stack,
    type: error["name"],
    ...locationOf(asObject(error["codeFrame"])),
  };
}

/** Cypress includes a code frame with the location in the spec. */
function locationOf(codeFrame: JsonObject | undefined): ErrorRecord {
  if (codeFrame === undefined) return {};
  const { line, column, frame, relativeFile, originalFile } = codeFrame;
  return { line, column, snippet: frame, file: asString(relativeFile) ?? originalFile };
}

/** Returns true for the title of a hook. A failed hook fails the run, but no test. */
export function isHookTitle(title: unknown): boolean {
  return /^"(?:before|after) (?:all|each)" hook\b/.test(asString(title) ?? "");
}

/** Returns true if a file or a stack is typical of Cypress, which uses Mocha's reporters. */
export function looksLikeCypress(file: string | undefined, error: ErrorRecord | undefined): boolean {
  if (/\.cy\.\w+$|(?:^|[\\/])cypress[\\/]/.test(file ?? "")) return true;
  const stack = (asString(error?.stack) ?? "").slice(0, 10_000);
  return /__cypress|cypress_runner|CypressError|cypress:\/\//.test(stack);
}
