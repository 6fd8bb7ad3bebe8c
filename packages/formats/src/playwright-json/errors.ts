import type { TestError } from "@plumb/contract/result-event.ts";
import { asObject, asPositiveInteger, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanText } from "#text/clean-text.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";

const causeDepth = 5;

/** Returns the errors of an attempt. Old reports only have `error`; in new reports it repeats the first of `errors`. */
export function errorsOf(result: JsonObject, relative: (file: string) => string): TestError[] {
  const listed = objectsOf(result["errors"]).filter(hasContent);
  const only = asObject(result["error"]);
  // In older versions, `errors` only has the printed texts, and `error` has the separate fields. If there are several errors, `error` is the
  // first.
  const isFirst = only !== undefined && (listed.length <= 1 || sameError(only, listed[0]));
  const errors = isFirst ? [{ ...listed[0], ...only }, ...listed.slice(1)] : listed;
  return errors
    .slice(0, limits.errorsPerAttempt)
    .map((error) => testError(error, asObject(result["errorLocation"]), relative));
}

/** Returns an error outside any test as one sentence with its location, without colours. */
export function outsideError(error: JsonObject): string {
  const message = stripAnsi(messageOf(error)).trim();
  const location = asObject(error["location"]);
  const file = asString(location?.["file"]);
  return file === undefined ? message : `${message} (${file}:${asPositiveInteger(location?.["line"]) ?? 1})`;
}

/** Compares without colours, because they are missing in the list if there are several errors. */
function sameError(only: JsonObject, listed: JsonObject | undefined): boolean {
  const message = stripAnsi(asString(only["message"]) ?? "").trim();
  return message !== "" && stripAnsi(asString(listed?.["message"]) ?? "").startsWith(message);
}

function hasContent(error: JsonObject): boolean {
  return ["message", "stack", "value"].some((key) => asString(error[key]) !== undefined);
}

function testError(
  error: JsonObject,
  elsewhere: JsonObject | undefined,
  relative: (file: string) => string,
): TestError {
  const message = [messageOf(error), ...causesOf(error)].join("\n");
  const stack = stackOf(error);
  const snippet = asString(error["snippet"]);
  const location = asObject(error["location"]) ?? elsewhere;
  const file = asString(location?.["file"]);
  const line = asPositiveInteger(location?.["line"]);
  const column = asPositiveInteger(location?.["column"]);
  const type = /^\s*([A-Z]\w*(?:Error|Exception))\b/.exec(stripAnsi(message.slice(0, 500)))?.[1];
  return {
    message: cleanText(message, limits.message),
    stack: stack === "" ? undefined : cleanText(stack, limits.stack),
    snippet: snippet === undefined ? undefined : cleanText(snippet, limits.message),
    type,
    file: file === undefined ? undefined : relative(file),
    line,
    column,
  };
}

/** `throw "text"` produces a `value` and no message. */
function messageOf(error: JsonObject): string {
  const message = asString(error["message"]);
  if (message !== undefined && message !== "") return message;
  return asString(error["value"]) ?? firstLine(asString(error["stack"])) ?? "Error without a message";
}

/** Returns the causes of an error as Playwright prints them below it: `[cause]: Error: socket closed`. */
function causesOf(error: JsonObject): string[] {
  const causes: string[] = [];
  for (let cause = asObject(error["cause"]); cause !== undefined; cause = asObject(cause["cause"])) {
    if (causes.length >= causeDepth) break;
    causes.push(`[cause]: ${firstLine(asString(cause["stack"])) ?? messageOf(cause)}`);
  }
  return causes;
}

function firstLine(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text.split("\n", 1)[0];
}

function stackOf(error: JsonObject): string {
  const parts = [asString(error["stack"]) ?? ""];
  let cause = asObject(error["cause"]);
  for (let depth = 0; cause !== undefined && depth < causeDepth; depth++) {
    parts.push(`[cause]: ${asString(cause["stack"]) ?? messageOf(cause)}`);
    cause = asObject(cause["cause"]);
  }
  return parts.filter((part) => part !== "").join("\n");
}
