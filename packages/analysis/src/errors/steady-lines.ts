import type { SortedLines } from "./sorted-lines.ts";

/** Values that do not affect the kind of error: ids, pod name suffixes, times, durations, versions, ephemeral ports, long numbers. */
const unsteady =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=[a-z0-9])-(?=[a-z]*\d)[a-z0-9]{8,10}-(?=[a-z]*\d)[a-z0-9]{5}(?![a-z0-9])|(?<![0-9a-z])(?=[a-f-]*\d)(?=[\d-]*[a-f])[0-9a-f]{7,64}(?:-[0-9a-f]{4,12}){0,4}(?![0-9a-z])|\b0x[0-9a-f]+|\b\d\d:\d\d:\d\d(?:\.\d+)?|\b\d+(?:\.\d+)?(?= ?(?:ms|s|sec|secs|seconds?|milliseconds?)\b)|\b\d+(?:\.\d+){2,}\b|(?<=\/)\d+\b|(?<=[?&]\w{1,20}=)\d+|(\b\d{4,}(?:[-.:T]\d+)*)/gi;
/** Lines with numbers that were compared by the test. */
const compared = /expect|receiv|actual|but was|found|assert|got\b/i;
const digit = /\d/;
/** Ports that rules use to identify the service that was not reached. */
const knownPort = /^(?:5432|3306|27017|6379|9200|5672|9092|1433)$/;

const plainNumber = /^\d+$/;
const fourParts = /^\d+(?:\.\d+){3}$/;

/** Removes the parts that differ between occurrences of an error, so that a recurring error is parsed only once. */
export function steadyLines(lines: SortedLines): SortedLines {
  return {
    text: lines.text.map(steady),
    heads: lines.heads.map(steady),
    page: lines.page.map(steady),
    causes: lines.causes.map(steady),
    code: lines.code === null ? null : steady(lines.code),
    frame: lines.frame,
  };
}

function steady(line: string): string {
  if (!digit.test(line)) return line;
  const keepsNumbers = compared.test(line);
  return line.replaceAll(unsteady, (found, long?: string) => {
    const isCompared = keepsNumbers && long !== undefined && plainNumber.test(long);
    if (isCompared || knownPort.test(found) || found === "127.0.0.1") return found;
    return fourParts.test(found) ? "10.0.0.0" : "0";
  });
}
