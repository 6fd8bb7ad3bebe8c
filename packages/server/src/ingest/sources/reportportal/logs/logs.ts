import { splitStack } from "@plumb/formats/text/split-stack.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { TestError } from "@plumb/contract/result-event.ts";

/** A log entry of an unfinished test. */
export interface Log {
  /** Key of its item: the execution or one of its steps. */
  readonly item: string;
  readonly time: number;
  readonly level: Level;
  readonly text: string;
}

export type Level = "error" | "warn" | "info";

/** Maps ReportPortal's levels, which may also be numbers. */
export function levelOf(level: string | undefined): Level {
  const text = (level ?? "").trim().toLowerCase();
  if (/^\d+$/.test(text)) return Number(text) >= 40_000 ? "error" : Number(text) >= 30_000 ? "warn" : "info";
  if (text.startsWith("err") || text === "fatal") return "error";
  return text.startsWith("warn") ? "warn" : "info";
}

/** Returns the text of entries by console stream, one entry per line. */
export function outputOf(logs: readonly Log[]): { stdout: string; stderr: string } {
  const output = { stdout: "", stderr: "" };
  for (const { level, text } of logs) {
    if (text === "") continue;
    output[level === "info" ? "stdout" : "stderr"] += text.endsWith("\n") ? text : `${text}\n`;
  }
  return output;
}

export interface SortedLogs {
  readonly errors: readonly TestError[];
  /** Entries that are not test errors. */
  readonly rest: readonly Log[];
}

/** Stack frames of JavaScript, Java, .NET, Python and Ruby, and pytest's error marks. */
const stack =
  /^[ \t]+at \S|^[ \t]+❯ |^Traceback \(most recent call last\)|^[ \t]+File ".*", line \d+|^E {2,}\S|^[ \t]*from .*:\d+:in /m;

/**
 * Returns the entries with the errors of an execution. Agents log failures with a stack, and tests log their own errors, so entries with a stack take
 * precedence.
 */
export function errorsOf(logs: readonly Log[]): SortedLogs {
  const errors = logs.filter(({ level, text }) => level === "error" && text.trim() !== "");
  const traced = errors.filter(({ text }) => stack.test(stripAnsi(text)));
  const chosen = traced.length > 0 ? traced : errors;
  const unique = new Map(chosen.map((log) => [log.text.trim(), log]));
  const taken = new Set(chosen);
  return { errors: [...unique.values()].map(({ text }) => errorOf(text)), rest: logs.filter((log) => !taken.has(log)) };
}

/** Splits a logged error into message and stack. */
export function errorOf(text: string): TestError {
  const plain = text.replace(/^\s*```\w*\n([\s\S]*?)\n?```\s*$/, "$1").trimEnd();
  const python = pythonMessage(plain);
  if (python !== null) return { message: python, stack: plain };
  const split = splitStack(plain);
  return split.message === split.stack ? { message: plain } : split;
}

/** Returns the last line of a traceback, or the lines marked by pytest. */
function pythonMessage(text: string): string | null {
  const lines = text.split("\n");
  const marked = lines.filter((line) => /^E(?: {2,}|$)/.test(line)).map((line) => line.replace(/^E {0,7}/, ""));
  if (marked.length > 0) return marked.join("\n").trim() || null;
  const start = lines.findLastIndex((line) => line.startsWith("Traceback (most recent call last)"));
  if (start < 0) return null;
  const at = lines.findIndex((line, index) => index > start && /^\S/.test(line));
  return at < 0 ? null : lines.slice(at).join("\n").trim() || null;
}

const errorFence = "```error\n";
const endFence = "```";

/** Separates a description from the error that an agent appended to it in addition to logging it. */
export function describedError(description = ""): { error: string | null; rest: string } {
  const text = description.trim();
  const at = text.indexOf(errorFence);
  const from = at + errorFence.length;
  const to = text.length - endFence.length;
  if (at < 0 || to < from || !text.endsWith(endFence)) return { error: null, rest: text };
  return { error: text.slice(from, to).replace(/\n$/, ""), rest: text.slice(0, at).trim() };
}
