import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { pathParts } from "@plumb/contract/text/path-parts.ts";
import { errorLines } from "./error-text.ts";
import { type Frame, type FrameRole, readFrame } from "./stack-frames.ts";

/** A line of code. `column` is `null` if the report has none. */
export interface CodeLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

interface LocatedError {
  readonly message: string;
  readonly stack?: string | null | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A failed test as in the report. `line` is where the test begins. */
export interface LocatedTest {
  readonly file: string | null;
  readonly line: number | null;
  readonly errors: readonly LocatedError[];
}

interface PrintedFrame {
  readonly text: string;
  readonly frame: Frame;
}

const order: readonly FrameRole[] = ["test", "app", "library"];
const maxFrames = 200;

/** Returns the lines of an error's stack as printed, without indentation: test code first, then the code under test, then libraries. */
export function ownFramesFirst(error: LocatedError): string[] {
  const frames = framesOf(error);
  return order.flatMap((role) => frames.filter(({ frame }) => frame.role === role).map(({ text }) => text));
}

/**
 * Returns the line in the file of the test that failed. Without one, returns the line that the tool reports, then the first line of the team's code in
 * the stack, then the start of the test; `null` if the report has none of these.
 */
export function failureLocation({ file, line, errors }: LocatedTest): CodeLocation | null {
  for (const error of errors) {
    const own = framesOf(error).filter(({ frame }) => frame.role !== "library" && frame.line !== null);
    const inTest = file === null ? undefined : own.find(({ frame }) => isFile(frame.file, file));
    if (inTest !== undefined && file !== null) return { ...locationOf(inTest), file };
    if (error.file !== undefined && error.line !== undefined)
      return { file: error.file, line: error.line, column: error.column ?? null };
    const [first] = order.flatMap((role) => own.filter(({ frame }) => frame.role === role));
    if (first !== undefined && isPath(first.frame.file)) return locationOf(first);
  }
  return file === null || line === null ? null : { file, line, column: null };
}

function framesOf({ message, stack }: LocatedError): PrintedFrame[] {
  const known = new Set<string>();
  return [message, stack ?? ""]
    .flatMap((part) => errorLines(stripAnsi(part)))
    .flatMap((line) => {
      const frame = readFrame(line);
      const text = line.trim();
      if (frame === null || known.has(text) || known.size >= maxFrames) return [];
      known.add(text);
      return [{ text, frame }];
    });
}

function locationOf({ text, frame: { file, line } }: PrintedFrame): CodeLocation {
  const column = new RegExp(`:${line}:(\\d{1,7})\\b`).exec(text)?.[1];
  return {
    file: file.replace(/^file:\/\//, ""),
    line: line ?? 1,
    column: column === undefined ? null : Number(column),
  };
}

/** Java prints classes instead of paths. */
function isPath(file: string): boolean {
  return /[\\/]|\.(?:[cm]?[jt]sx?|py|rb|cs|fs|vb|go|php|feature|robot)$/i.test(file);
}

/** Returns true if a printed path, or the class that Java prints, ends like the path of the file. */
function isFile(printed: string, file: string): boolean {
  const path = isPath(printed) ? printed : printed.replace(/\$.*$/, "").replaceAll(".", "/");
  const [one, other] = [pathParts(path), pathParts(isPath(printed) ? file : file.replace(/\.\w+$/, ""))];
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(-length).join("/") === other.slice(-length).join("/");
}
