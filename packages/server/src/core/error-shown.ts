import { subjectFirst, withSubject } from "@plumb/analysis/errors/error-subject.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { firstLine } from "./text.ts";

const errorLength = 500;

/** Returns the first line of an error, with the subject of the error at its beginning. */
export function errorDisplay(message: string): string {
  return cut(subjectFirst(withSubject(firstLine(message, errorLength), message)), errorLength);
}

/** Returns the error of a cause, for one line of a list. */
export function firstErrorLine(message: string): string {
  return errorDisplay(message).split("\n", 1)[0] ?? "";
}
