import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** Expected and received values as printed by the tool. */
export interface ExpectedReceived {
  readonly expected: string;
  readonly received: string;
}

const consideredLength = 40_000;
const consideredLines = 800;
const valueLength = 10_000;

/**
 * Returns the expected and received values in an error message; `null` if there are none, or both are equal.
 *
 * Supports the output of Playwright and Jest (`Expected: … Received: …`, and Jest's diff), Chai and Mocha,
 * Node's assert, JUnit, AssertJ, Hamcrest, TestNG, NUnit, xUnit, testify, pytest, PHPUnit, RSpec, Karate, Robot Framework.
 */
export function expectedReceived(message: string): ExpectedReceived | null {
  const found = expectedReceivedIn(stripAnsi(message.slice(0, consideredLength)).split("\n", consideredLines));
  return found === null || found.expected === "" || found.received === "" ? null : found;
}

/** Like `expectedReceived`, for lines without ANSI codes. A value can be empty. */
export function expectedReceivedIn(plain: readonly string[]): ExpectedReceived | null {
  const lines = plain.map((line) => line.replace(/\r$/, "").slice(0, valueLength));
  for (const form of [printedDifference, karate, rust, labelled, inOneLine]) {
    const found = form(lines);
    if (found !== null && found.expected !== found.received) return found;
  }
  return null;
}

/** Parses a diff after `- Expected  - 1` and `+ Received  + 1` (Jest), `--- Expected` and `+++ Actual` (PHPUnit), `+ expected - actual` (Mocha) or `+ actual - expected` (Node). */
function printedDifference(lines: readonly string[]): ExpectedReceived | null {
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? "";
    const jest = /^\s*- Expected\b/.test(line) && /^\s*\+ Received\b/.test(next);
    const phpunit = /^--- Expected$/.test(line.trim()) && /^\+\+\+ Actual$/.test(next.trim());
    const mocha = /^\s*\+ expected - actual\s*$/.test(line);
    const node = /^\s*\+ actual - expected\b/.test(line);
    // PHPUnit prints `@@ @@` below its two lines.
    const head = phpunit ? 3 : jest ? 2 : mocha || node ? 1 : 0;
    if (head > 0) return ofDifference(lines.slice(index + head), mocha ? "+" : "-");
  }
  return null;
}

function ofDifference(lines: readonly string[], expectedSign: "+" | "-"): ExpectedReceived | null {
  const start = lines.findIndex((line) => line.trim() !== "");
  const rest = start === -1 ? [] : lines.slice(start);
  const end = rest.findIndex((line) => line.trim() === "" || /^\s*(?:at\b|>?\s*\d+ \|)/.test(line));
  const region = end === -1 ? rest : rest.slice(0, end);
  // The signs are in the first non-empty column.
  const column = Math.min(...region.map((line) => line.search(/\S/)), 1000);
  const signed = region.map((line) => ({
    sign: line[column] ?? "",
    text: `${line.slice(0, column)} ${line.slice(column + 1)}`,
  }));
  const of = (other: string) =>
    joined(
      signed.flatMap(({ sign, text }, index) => (sign === other ? [] : [isSign(sign) ? text : (region[index] ?? "")])),
    );
  if (!signed.some(({ sign }) => isSign(sign))) return null;
  return { expected: of(expectedSign === "-" ? "+" : "-"), received: of(expectedSign) };
}

function isSign(text: string): boolean {
  return text === "+" || text === "-";
}

const karateMismatch = /^\s*\$.{0,200} \| (?:not equal|data types don't match|actual does not contain)/;

/** Parses the received and the expected value below `$.path | not equal (STRING:STRING)`. */
function karate(lines: readonly string[]): ExpectedReceived | null {
  const at = lines.findIndex((line) => karateMismatch.test(line));
  const [received, expected] = at === -1 ? [] : lines.slice(at + 1, at + 3).map((line) => line.trim());
  return received === undefined || expected === undefined || expected === "" ? null : { expected, received };
}

/** Parses `left: 1` and `right: 2` of Rust's `assert_eq!`. */
function rust(lines: readonly string[]): ExpectedReceived | null {
  const at = lines.findIndex((line) => /^assertion .*`?left == right`? failed/.test(line.trim()));
  if (at === -1) return null;
  const side = (name: string) =>
    lines.slice(at + 1, at + 8).flatMap((line) => new RegExp(`^\\s*${name}: (.*)$`).exec(line)?.[1] ?? [])[0];
  const [received, expected] = [side("left"), side("right")];
  return received === undefined || expected === undefined
    ? null
    : { expected: expected.trim(), received: received.trim() };
}

const expectedLabel =
  /^\s*(?:Expected(?: (?:string|value|pattern|substring|length|number|type|array|object|URL|path))?|expected)\s*:\s*(.*)$/;
const receivedLabel =
  /^\s*(?:Received(?: (?:string|value|length|number|type|array|object|URL|path))?|received|Actual|actual\s*|but was|But was|but:)\s*:?\s+(.*)$/;
const anyLabel = /^\s*(?:[A-Z][A-Za-z ]{1,24}|expected|actual\s*|received)\s*:(?:\s|$)/;

/** Parses `Expected: 1` above `Received: 2`, each with its continuation lines. */
function labelled(lines: readonly string[]): ExpectedReceived | null {
  const at = lines.findIndex((line) => expectedLabel.test(line));
  if (at === -1) return assertj(lines);
  const until = lines.slice(at + 1).findIndex((line) => receivedLabel.test(line));
  if (until === -1) return null;
  const receivedAt = at + 1 + until;
  return {
    expected: joined([expectedLabel.exec(lines[at] ?? "")?.[1] ?? "", ...belonging(lines.slice(at + 1, receivedAt))]),
    received: joined([
      receivedLabel.exec(lines[receivedAt] ?? "")?.[1] ?? "",
      ...belonging(lines.slice(receivedAt + 1)),
    ]),
  };
}

/** Returns the continuation lines of a value: up to the next label, a blank line, a stack or a code frame. */
function belonging(lines: readonly string[]): string[] {
  const end = lines.findIndex(
    (line) => line.trim() === "" || anyLabel.test(line) || /^\s*(?:at |- |>?\s*\d+ \||\()/.test(line),
  );
  return end === -1 ? [...lines] : lines.slice(0, end);
}

/** Parses `Expecting:`, the value, `to be equal to:`, the other value. */
function assertj(lines: readonly string[]): ExpectedReceived | null {
  const at = lines.findIndex((line) => /^\s*Expecting(?: actual)?:\s*$/.test(line));
  const to = lines.findIndex((line, index) => index > at && /^\s*to (?:be equal to|contain|have)\b.*:\s*$/.test(line));
  if (at === -1 || to === -1) return null;
  return {
    expected: joined(belonging(lines.slice(to + 1)).filter((line) => !/^\s*but\b/.test(line))),
    received: joined(lines.slice(at + 1, to)),
  };
}

/** Patterns for messages in one line. The first matching pattern is used. */
const sentences: readonly (readonly [pattern: RegExp, expectedFirst: boolean])[] = [
  [/to have (?:a )?(?:status(?: code)?|property '\w+' of|length(?: of)?) (\S+),? but got (\S+)/, true],
  [/Expected status: (\d+) != (\d+)/, false],
  [/expected (\d{3}) ".{0,40}", got (\d{3}) "/, true],
  [/Expected:<(.*?)>\. Actual:<(.*?)>/, true],
  [/status code was: (\d{3}), expected: (\d{3})\b/, false],
  [/status code:? (\d{3}),? but actual status code:? (\d{3})\b/i, true],
  [/to have status code .{0,40}?(\d{3})\)? but it was .{0,40}?(\d{3})\b/, true],
  [/status code \[(\d{3})\] but received (\d{3})\b/, true],
  [/should (?:have been|have contained text|be|equal) '(.*?)' but (?:it|its text|its value) (?:was|is) '(.*?)'/, true],
  [/should be '?(.{1,80}?)'? but it is '?(.{1,80}?)'?\.?$/, true],
  [/Failed asserting that (.+) (?:matches expected|is identical to) (.+)/, false],
  [/(?:=|got|returned) (.{1,200}?)[,;] (?:want|wanted|expected):? (.+)/, false],
  [/[Ee]xpected status code <(\d+)> but was <(\d+)>/, true],
  [/^(?:[^:]{1,80}: )?(\S{1,200}) != (\S{1,200})$/, false],
  [/expected:? ?<(.*?)> but was:? ?<(.*?)>/i, true],
  [/expected \[(.*?)\] but found \[(.*?)\]/i, true],
  [/expected (.+?) to have (?:text|value) (?:'|")(.*?)(?:'|"), but the (?:text|value) was (?:'|")(.*?)(?:'|")/, true],
  [/expected (.+) to (?:strictly |deeply |deep |loosely )?(?:equal|be|eql|eq) (.+)/, false],
  [/^(?:E\s+)?(?:AssertionError: )?assert (.+) == (.+)/, false],
  [/^(?:E\s+)?(?:AssertionError: )?assert ([\w.'"-]+) ((?:[<>]=?|!=|in|not in|is|is not) \S.*)/, false],
  [/expected:? (.+?),? but (?:got|was|received):? (.+)/i, true],
  [/expected:? (.+?), (?:got|received|actual):? (.+)/i, true],
];

/** Node's assert prints `1 !== 2` only after an introduction or a class; otherwise it is code. */
const announced = /^(?:\w*Error(?: \[\w+\])?: )?Expected .*\bvalues? to be\b.*:$/;
const compared = /^(.+) (?:!==|==|deepEqual|===) (.+)$/;
const named = /^AssertionError(?: \[\w+\])?: (?=\S+ (?:!==|==|deepEqual|===) )/;

/** Source lines as printed around a failure, including those of pytest, and lines of a stack. */
const code = /^\s*(?:>|\d+ \||\||at )/;

function inOneLine(lines: readonly string[]): ExpectedReceived | null {
  let isAnnounced = false;
  for (const raw of lines.slice(0, 12)) {
    const line = raw.slice(0, 2000).trim();
    if (code.test(line) || line === "") continue;
    const comparison = isAnnounced || named.test(line) ? compared.exec(line.replace(named, "")) : null;
    if (comparison !== null) return { expected: comparison[2]?.trim() ?? "", received: comparison[1]?.trim() ?? "" };
    isAnnounced = announced.test(line);
    for (const [pattern, expectedFirst] of sentences) {
      const match = pattern.exec(line);
      if (match === null) continue;
      const [first = "", second = ""] = match.slice(-2);
      const values = [first, second.replace(/ \/\/ (?:Object\.is|deep|strict|shallow)\b.*$|\.$/, "")].map((value) =>
        value.trim(),
      );
      const [expected = "", received = ""] = expectedFirst ? values : values.toReversed();
      return { expected, received };
    }
  }
  return null;
}

/** Returns the lines as one text, without their common indent. */
function joined(lines: readonly string[]): string {
  const rest = lines.slice(1).filter((line) => line.trim() !== "");
  const indent = Math.min(...rest.map((line) => line.search(/\S/)), lines.length > 1 ? Number.POSITIVE_INFINITY : 0);
  const firstIndent = lines[0]?.search(/\S/) ?? 0;
  const shared = Number.isFinite(indent) ? Math.min(indent, Math.max(0, firstIndent)) : 0;
  return lines
    .map((line) => line.slice(shared))
    .join("\n")
    .trim()
    .slice(0, valueLength);
}
