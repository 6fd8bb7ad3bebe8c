import type { DialectId } from "./dialect.ts";
import { failureIn, reasonIn } from "#go-test-json/failure.ts";
import { errorOfBlock, readBlock } from "#tap/diagnostics.ts";
import { validJson } from "#json/parse-piece.ts";
import { asObject, asString } from "#json/json-value.ts";
import { splitStack } from "#text/split-stack.ts";
import type { RawCase, RawFailure } from "./raw-case.ts";

/**
 * Removes the additions of a dialect from the texts of a case: the name of the test, the location and empty headings.
 * Restores the escape character of ANSI colours, which writers have to replace because XML does not allow it.
 */
export function keepOwnMessage(raw: RawCase, dialect: DialectId): void {
  for (const failure of raw.failures) tidyFailure(failure, dialect);
  if (dialect === "cucumber") tidyCucumber(raw);
  // Pest, and PHPUnit for .phpt tests, write the name directly before the text.
  const name = raw.attributes.get("name") ?? "";
  if (dialect === "phpunit" && name !== "")
    for (const failure of raw.failures)
      if (failure.body.startsWith(name)) failure.body = failure.body.slice(name.length).replace(/^\s*\n/, "");
  if (raw.skipped !== undefined) tidySkip(raw.skipped, dialect);
  raw.stdout = ownOutput(raw.stdout, dialect);
  raw.stderr = ownOutput(raw.stderr, dialect);
}

/** Matches a first line that repeats the name of the test: `CartTest::testAdds with data set #0 ('a')`, `CartCest: Adds`. */
const namedByPhpUnit = /^\s*(?:[\w\\]+::\w+|[\w\\]*(?:Cest|Test): )[^\n]*\n/;
/** GoogleTest writes the location first, or `unknown file`. */
const placed = /^(\S[^\n]*\.\w+):(\d+)(?:\n|$)|^unknown file\n/;
/** CppUTest writes the location and the message in one line. */
const placedInLine = /^(\S+\.\w+):(\d+): /;

function tidyFailure(failure: RawFailure, dialect: DialectId): void {
  failure.message = failure.message === undefined ? undefined : withColors(failure.message);
  failure.body = withColors(failure.body);
  failure.stdout = withColors(failure.stdout);
  failure.stderr = withColors(failure.stderr);
  if (dialect === "phpunit") failure.body = failure.body.replace(namedByPhpUnit, "");
  else if (dialect === "gtest") takePlace(failure, placed);
  else if (dialect === "cpputest") takePlace(failure, placedInLine);
  else if (dialect === "pytest" && failure.message === "collection failure")
    failure.message = whyNotCollected(failure.body);
  else if (dialect === "minitest") tidyMinitest(failure);
  else if (dialect === "boost") tidyBoost(failure);
  else if (dialect === "newman") failure.body = failure.body.replace(/^[^]*\n\s*Stacktrace: /, "");
  else if (dialect === "tap-xunit") tidyTap(failure);
  else if (dialect === "jest") tidyJest(failure);
  else if (dialect === "go" && failure.message === "Failed") failure.message = failureIn(failure.body).message;
  else if (dialect === "go" && failure.message === "Build error") failure.message = undefined;
}

/** Returns the error of a file that pytest could not collect. pytest marks the lines with the reason with an `E`; the last one is the error. */
function whyNotCollected(body: string): string | undefined {
  return /^E +(\S.*)$/m.exec(body.slice(body.lastIndexOf("\nE ") + 1))?.[1] ?? "collection failure";
}

function takePlace(failure: RawFailure, location: RegExp): void {
  const [reported, file, line] = location.exec(failure.message ?? "") ?? [];
  if (reported === undefined) return;
  failure.message = failure.message?.slice(reported.length);
  if (file !== undefined) failure.place = { file, line: Number(line) };
}

/** In Minitest, the type repeats the test, and the message ends after its first line. */
function tidyMinitest(failure: RawFailure): void {
  const [heading, file, line] = /^\s*\w+:\n\S+\([^\n]*\) \[([^\]\n]+):(\d+)\]:\n/.exec(failure.body) ?? [];
  if (heading === undefined) return;
  failure.type = undefined;
  failure.message = failure.body.slice(heading.length).split(/\n {4}\S+:\d+:in /, 1)[0];
  failure.place = { file: file ?? "", line: Number(line) };
}

/** In Boost.Test, the message is only `failure`, and the text lists what failed, and where. */
function tidyBoost(failure: RawFailure): void {
  const { body } = failure;
  const [, thrown] = /\nEXCEPTION STACK TRACE: -+\n([^\n]+(?:\n(?!-{5,})[^\n]+)*)/.exec(body) ?? [];
  const [, reported] = /\n- message: (.+)/.exec(body) ?? [];
  failure.message = thrown ?? reported ?? failure.message;
  const [, file, line] = /\n- file\s*: (.+)\n- line\s*: (\d+)/.exec(body) ?? [];
  if (file !== undefined && file !== "unknown location") failure.place = { file, line: Number(line) };
}

/** In Cucumber, a scenario with unimplemented steps fails without a message. Its output lists the steps with their status. */
function tidyCucumber(raw: RawCase): void {
  const [, step, ending] = /^(\S[^\n]{0,1000}?)\.{2,}(undefined|pending|ambiguous)$/m.exec(raw.stdout) ?? [];
  for (const failure of step === undefined ? [] : raw.failures) {
    if (failure.message === undefined && failure.body.trim() === "")
      failure.message = `The step "${step}" is ${ending}`;
  }
}

/** Uses the original block of the TAP point. */
function tidyTap(failure: RawFailure): void {
  const lines = failure.body.split("\n").filter((line) => !/^\s*(?:---|\.\.\.)?$/.test(line));
  const { message, stack } = errorOfBlock(readBlock(lines));
  if (message === "") return;
  failure.message = message;
  if (typeof stack === "string") failure.body = stack;
}

/** jest-junit writes the exception of a hook as JSON. */
function tidyJest(failure: RawFailure): void {
  if (!/^\s*\{"/.test(failure.body)) return;
  const error = asObject(validJson(failure.body)?.value);
  const stack = asString(error?.["stack"]) ?? "";
  const message =
    asString(error?.["message"]) || splitStack(stack).message || asString(error?.["_originalMessage"]) || "";
  if (message === "") return;
  failure.message = message;
  if (stack !== "") failure.body = stack;
}

function tidySkip(skipped: NonNullable<RawCase["skipped"]>, dialect: DialectId): void {
  if (dialect === "go" && skipped.message !== undefined) skipped.message = reasonIn(skipped.message);
  if (dialect === "gtest") skipped.message = skipped.message?.replace(placed, "");
  // If a module skips itself, pytest puts the reason into the text: `('/app/test_a.py', 2, 'Skipped: no database')`.
  if (skipped.message === "collection skipped") skipped.message = whyCollected(skipped.body) ?? skipped.message;
  // The JUnit Platform appends the stack of the failed assumption, and busted that of the call.
  const stackAt = skipped.body.search(/\n(?:[ \t]+at [\w.$/<>]+\(|stack traceback:)/);
  skipped.body = withColors(stackAt < 0 ? skipped.body : skipped.body.slice(0, stackAt));
}

function whyCollected(body: string): string | undefined {
  return /^\('[^\n]{1,4000}?', (?:\d+|None), ['"](?:Skipped: )?(.+)['"]\)$/s.exec(body.trim())?.[1];
}

function ownOutput(text: string, dialect: DialectId): string {
  if (text === "") return text;
  return withColors(dialect === "pytest" ? withoutEmptySections(text) : text);
}

/** Replacements of the escape character before a colour, as written by pytest, CTest, Surefire and the JUnit Platform. */
const spelledOut = /(?:#x1B|\[NON-XML-CHAR-0x1B\]|&#(?:27|x1[bB]);)(?=\[[\d;]{0,20}m)/g;

export function withColors(text: string): string {
  return /1[bB]|&#27;/.test(text) ? text.replace(spelledOut, "\u001B") : text;
}

const heading = /^-{5,} Captured (?:Log|Out|Err) -{5,}$/;

/** With `junit_logging=all`, pytest writes its headings for every test, even without any output. */
function withoutEmptySections(text: string): string {
  if (!text.includes(" Captured ")) return text;
  const retained: string[] = [];
  let pending: string | undefined;
  for (const line of text.split("\n")) {
    if (heading.test(line)) pending = line;
    else if (line.trim() !== "" || pending === undefined) {
      if (pending !== undefined) retained.push(pending);
      pending = undefined;
      retained.push(line);
    }
  }
  return retained.join("\n");
}
