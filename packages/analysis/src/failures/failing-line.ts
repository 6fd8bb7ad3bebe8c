import { errorLines } from "#errors/error-text.ts";
import { readFrame } from "#errors/stack-frames.ts";
import { pathSegments } from "#suspects/file-distance.ts";

/** An error of a test, as far as it has a location. */
interface LocatedError {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** Returns the line of a test's file in which its first error occurred; `null` if the errors do not name it. */
export function failingLine(file: string, errors: readonly LocatedError[]): number | null {
  const path = pathSegments(file);
  for (const error of errors) {
    if (error.file !== undefined && error.line !== undefined && isSame(path, pathSegments(error.file)))
      return error.line;
    for (const line of [...errorLines(error.stack ?? ""), ...errorLines(error.message)]) {
      const frame = readFrame(line);
      if (frame?.line != null && isSame(path, pathSegments(frame.file))) return frame.line;
    }
  }
  return null;
}

/** A stack contains full paths, and a report a path within the project, or only the name of a file. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length > 0 && shorter.every((segment, index) => segment === longer.at(index - shorter.length));
}
