export interface ComparedLine {
  readonly text: string;
  /** True if the other output does not have the line. Lines that differ only in times are equal. */
  readonly own: boolean;
}

/** Maximum numbers of lines and of characters per line. */
const [maxLines, maxLine] = [200, 500];

/** Returns the last 200 lines of an output, and which of them another output does not have. */
export function ownLines(output: string, other: string): ComparedLine[] {
  const known = new Set(lastLines(other, 10 * maxLines).map(withoutTimes));
  return lastLines(output, maxLines).map((text) => ({
    text,
    own: text.trim() !== "" && !known.has(withoutTimes(text)),
  }));
}

function lastLines(output: string, limit: number): string[] {
  // Cut first, because an output can have megabytes. The first line is then incomplete.
  const end = output.slice(-limit * maxLine);
  const lines = end.split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (end.length < output.length && lines.length > 1) lines.shift();
  return lines.slice(-limit).map((line) => line.slice(0, maxLine));
}

/** Dates, times of day and durations. */
const times =
  /\b\d{4}-\d{2}-\d{2}(?:T(?=\d))?|\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?Z?|\b\d{1,9}(?:\.\d{1,9})?\s?(?:ms|µs|s)\b/g;

function withoutTimes(line: string): string {
  return line.trim().replaceAll(times, "0");
}
