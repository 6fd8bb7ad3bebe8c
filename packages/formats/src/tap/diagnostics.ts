import type { ErrorRecord } from "#results/test-record.ts";
import { limits } from "#limits.ts";

/** Fields of a YAML block below a point that are common to most tools. */
export interface Diagnostics {
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Parses the outermost keys of a block. No YAML parser is used, because many tools write invalid YAML.
 *
 * @param lines The lines between `---` and `...`.
 */
export function readBlock(lines: readonly string[]): Diagnostics {
  const values = new Map<string, string>();
  const margin = indentOf(lines.find((line) => line.trim() !== "") ?? "");
  let key = "";
  let nested: string[] = [];
  const finish = () => {
    const started = values.get(key);
    if (key !== "" && nested.length > 0)
      values.set(key, [...(started === undefined ? [] : [started]), dedent(nested)].join("\n"));
    nested = [];
  };
  for (const line of lines) {
    const [, name, value = ""] = /^([\w.-]+|'(?:[^']|'')+') *:(?: +(.*))?$/.exec(line.slice(margin)) ?? [];
    if (name === undefined || indentOf(line) !== margin) {
      nested.push(line);
      continue;
    }
    finish();
    key = unquoted(name);
    if (!/^[|>][-+\d]*$/.test(value) && value !== "") values.set(key, unquoted(value));
  }
  finish();
  return { values };
}

/** Returns the error in the block of a failed point. The message is empty if the block is empty. */
export function errorOfBlock({ values }: Diagnostics): ErrorRecord & { readonly message: string } {
  const nested = values.get("error");
  const inner = nested === undefined ? undefined : readBlock(nested.split("\n")).values;
  const ownMessage = values.get("message");
  // QUnit's text for an assertion without a message.
  const message =
    asserted(values) ??
    (ownMessage === "failed" ? comparison(values) : undefined) ??
    ownMessage ??
    inner?.get("message") ??
    nested ??
    comparison(values);
  const location = (values.get("location") ?? values.get("at") ?? "").slice(0, 2000);
  const [, reported, line] = /^(?:.*\()?([^()\n]{1,1000}?):(\d+)(?::\d+)?\)?$/.exec(location) ?? [];
  return {
    message: message ?? "",
    stack: values.get("stack"),
    type: values.get("name") ?? inner?.get("name"),
    ...(reported === undefined || /^node:|\/node_modules\//.test(reported)
      ? {}
      : { file: reported, line: Number(line) }),
  };
}

/** AVA writes the assertion, and the values or their difference, with labels as keys. */
function asserted(values: ReadonlyMap<string, string>): string | undefined {
  const assertion = values.get("assertion");
  const details = values.get("details");
  if (assertion === undefined && details === undefined) return undefined;
  const ownMessage = values.get("message") || assertion || "";
  const visible = [...readBlock((details ?? "").split("\n")).values].flatMap(([label, text]) =>
    label === `${ownMessage}:` ? [text] : [label, text],
  );
  return [ownMessage, ...visible].join("\n").trim().slice(0, limits.message);
}

function comparison(values: ReadonlyMap<string, string>): string | undefined {
  const expected = values.get("expected") ?? values.get("wanted");
  const actual = values.get("actual") ?? values.get("found");
  const reported = values.get("diff");
  if (expected === undefined && actual === undefined) return reported;
  return `Expected: ${expected ?? ""}\nActual: ${actual ?? ""}`.slice(0, limits.message);
}

/** Returns true for a line with a quoted text that continues in the next line. */
export function opensQuote(line: string): boolean {
  const [, value = ""] = /^\s*[\w.-]+: +"(.*)$/.exec(line) ?? [];
  return value !== "" && !closesQuote(value);
}

/** Returns true for the last line of such a text. */
export function closesQuote(line: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*"\s*$/.test(line.slice(-1000));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Removes the common indentation of all lines. */
export function dedent(lines: readonly string[]): string {
  const margin = Math.min(...lines.filter((line) => line.trim() !== "").map(indentOf));
  return lines
    .map((line) => line.slice(Number.isFinite(margin) ? margin : 0))
    .join("\n")
    .trimEnd();
}

function unquoted(value: string): string {
  const text = value.trim();
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    // Some writers use quotes without escaping the text between them.
    return text.slice(1, -1).replaceAll('\\"', '"').replaceAll("\\n", "\n");
  }
}
