import { cut } from "@plumb/contract/text/cut.ts";
import { isAddress } from "./error-parts.ts";
import { readError } from "./read-error.ts";

/** First lines that contain only the name of the check and not its subject. */
const generic =
  /^(?:match failed: \w+$|js failed:$)|^(?:\w*(?:Error|Exception): )?(?:expect\(.*\)\.|Timed out \d+\s?m?s waiting for expect\(|(?:\w+\.)*\w*(?:Error|Exception)$|(?:[\w.]+: )?(?:Test timeout of|Timeout) \d+\s?ms exceeded)/;
const matched =
  /^\s*(Snapshot|Expected|Received|Expected (?:string|pattern|substring|value|length)|Received (?:string|value|length)):\s+(\S.*)$/;
/** Some timeouts have no log (waitForFunction, waitForTimeout, a promise of the test). The failing line then contains the subject. */
const timedOut = /\btimeout (?:of )?\d+\s?ms exceeded/i;
const pixels = /^\s*(\d+ pixels .*different)/;
/** Jest prints the differences as a diff below these two lines. */
const diffHead = /^[-+] (?:Expected|Received)\b/;
const diffLine = /^([-+])\s+(\S.*)$/;

const consideredLength = 8000;
const consideredLines = 40;
const valueLength = 80;

const separator = " · ";

/** Returns the first line of an error. If that line is too general, the subject of the check is appended. */
export function withSubject(firstLine: string, message: string): string {
  const subject = errorSubject(message);
  return subject === null ? firstLine : `${firstLine}${separator}${subject}`;
}

/** Splits such a line into its two parts. */
export function splitSubject(line: string): { readonly first: string; readonly subject: string | null } {
  const at = isGenericError(line) ? line.indexOf(separator) : -1;
  return at === -1
    ? { first: line, subject: null }
    : { first: line.slice(0, at), subject: line.slice(at + separator.length) };
}

/**
 * Moves the distinctive part of such a line to the start, because long lines are cut at the end. Example: `expected "Paid" · received "500" · Error:
 * expect(locator)… failed`.
 */
export function subjectFirst(line: string): string {
  const { first, subject } = splitSubject(line);
  return subject === null ? first : `${subject}${separator}${first}`;
}

/** Returns true if a first line is too general, so that the subject of the check must be added. */
function isGenericError(firstLine: string): boolean {
  return generic.test(firstLine.trim());
}

/**
 * Returns the subject of an error whose first line is too general, such as `getByRole('status') · expected "Paid" · received
 * "Refused"`. Returns `null` if the first line is distinctive or the subject is unknown.
 *
 * @param message The whole message, without ANSI codes.
 */
export function errorSubject(message: string): string | null {
  const text = message.slice(0, consideredLength).trim();
  const [first = "", ...rest] = text.split("\n");
  if (!isGenericError(first)) return null;
  const karate = karateSubject(first, rest);
  if (karate !== null) return karate;
  const { target, code } = readError({ message: text });
  const found = new Map<Kind, string>();
  const diffed = rest.some((line) => diffHead.test(line));
  for (const line of rest.slice(0, consideredLines)) {
    const part = partOf(line, diffed);
    if (part !== null && !found.has(part.kind)) found.set(part.kind, short(part.text));
  }
  if (target !== null && !isAddress(target)) found.set("locator", short(target));
  // First lines with only a class name. The message is on the next line.
  const fallback =
    found.size === 0 && /(?:Error|Exception):?$/.test(first.trim())
      ? rest.find((line) => line.trim() !== "")
      : undefined;
  if (fallback !== undefined && !/^\s*(?:at |File ")/.test(fallback)) return short(fallback);
  if (found.size === 0 && timedOut.test(first)) return code === null ? null : short(code);
  const parts = [
    found.get("locator"),
    found.has("expected") ? `expected ${found.get("expected")}` : undefined,
    found.has("received") ? `received ${found.get("received")}` : undefined,
    found.get("difference"),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(separator);
}

/** Returns the path that Karate compared, or the error of a script, which are below the first line. */
function karateSubject(first: string, rest: readonly string[]): string | null {
  const isScript = first.startsWith("js failed:");
  if (!isScript && !first.startsWith("match failed:")) return null;
  const from = isScript ? rest.findIndex((line) => line.startsWith("<<<<")) + 1 : 0;
  const line = rest.slice(from).find((each) => each.trim() !== "");
  return line === undefined ? null : short(line);
}

function short(text: string): string {
  return cut(text.trim(), valueLength);
}

type Kind = "locator" | "expected" | "received" | "difference";

/** @param diffed True if lines that begin with `-` or `+` are parts of a diff rather than of a list. */
function partOf(line: string, diffed: boolean): { kind: Kind; text: string } | null {
  const [, label = "", value = ""] = matched.exec(line) ?? [];
  if (label.startsWith("Expected")) return { kind: "expected", text: value };
  if (label.startsWith("Received")) return { kind: "received", text: value };
  if (label !== "") return { kind: "locator", text: value };
  const different = pixels.exec(line)?.[1];
  if (different !== undefined) return { kind: "difference", text: different };
  const [, sign = "", changed = ""] = diffed && !diffHead.test(line) ? (diffLine.exec(line) ?? []) : [];
  return sign === "" ? null : { kind: sign === "-" ? "expected" : "received", text: changed.replace(/,$/, "") };
}
