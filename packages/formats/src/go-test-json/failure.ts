import { limits } from "#limits.ts";

/** Verdict after output of the test without a line break. */
const verdictBehind = /--- (?:PASS|FAIL|SKIP|BENCH): \S{1,4000} \([\d.]+s\)$/;
const framework = /^\s*(=== (RUN|PAUSE|CONT|NAME|ATTR|ARTIFACTS)|--- (PASS|FAIL|SKIP|BENCH):)/;
const located = /^\s*(\S+\.go):(\d+): /;

/** Returns the output of a test without the lines that Go adds. */
export function ownOutput(output: string): string {
  return output
    .split("\n")
    .filter((line) => !framework.test(line))
    .map((line) => (line.endsWith("s)") ? line.replace(verdictBehind, "") : line))
    .join("\n");
}

const panicLine = /^(?:panic|fatal error): /;

/** Returns the line of the panic that ended the process. */
export function panicIn(output: string): string | undefined {
  return output.split("\n").find((line) => panicLine.test(line));
}

interface GoFailure {
  readonly message: string;
  /** Of a panic. */
  readonly stack?: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** Returns why a test failed, from its output: the panic, or the lines with their location. */
export function failureIn(output: string): GoFailure {
  const lines = ownOutput(output).split("\n");
  const panic = lines.findIndex((line) => panicLine.test(line) || line.startsWith("WARNING: DATA RACE"));
  if (panic >= 0) return { message: lines[panic] ?? "", stack: lines.slice(panic).join("\n") };
  const first = lines.findIndex((line) => located.test(line));
  const [, file, line] = located.exec(lines[first] ?? "") ?? [];
  const text = dedented(first < 0 ? lines : lines.slice(first));
  if (text.trim() === "")
    return { message: "The test failed without a message, perhaps because one of its subtests failed" };
  return { message: text.slice(0, limits.message), file, line: line === undefined ? undefined : Number(line) };
}

/** Returns why a test was skipped, from its output. */
export function reasonIn(output: string): string {
  return dedented(ownOutput(output.slice(0, limits.message)).split("\n"));
}

function dedented(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/^ {4}/, ""))
    .join("\n")
    .trim();
}
