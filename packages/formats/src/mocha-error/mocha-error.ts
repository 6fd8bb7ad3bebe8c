import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import type { ErrorRecord } from "#results/test-record.ts";
import { splitStack } from "#text/split-stack.ts";

/** An error as Mocha's reporters and Cypress serialise it: an object, or what was thrown as a text. Undefined for none. */
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
    ...placeOf(asObject(error["codeFrame"])),
  };
}

/** Cypress shows where in the spec it went wrong. */
function placeOf(codeFrame: JsonObject | undefined): ErrorRecord {
  if (codeFrame === undefined) return {};
  const { line, column, frame, relativeFile, originalFile } = codeFrame;
  return { line, column, snippet: frame, file: asString(relativeFile) ?? originalFile };
}

/** The title of a hook, which fails the run and no test. */
export function isHookTitle(title: unknown): boolean {
  return /^"(?:before|after) (?:all|each)" hook\b/.test(asString(title) ?? "");
}

/** Cypress uses Mocha's reporters and leaves traces in the places of files and in stacks. */
export function looksLikeCypress(file: string | undefined, error: ErrorRecord | undefined): boolean {
  if (/\.cy\.\w+$|(?:^|[\\/])cypress[\\/]/.test(file ?? "")) return true;
  const stack = (asString(error?.stack) ?? "").slice(0, 10_000);
  return /__cypress|cypress_runner|CypressError|cypress:\/\//.test(stack);
}
