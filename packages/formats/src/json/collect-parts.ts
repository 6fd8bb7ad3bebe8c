import { scan } from "#scan.ts";
import { jsonReport, type Outline } from "./json-report.ts";

/**
 * Reads a document in advance for information that is needed before its tests. Returns the parts of the outline in order, by
 * name, and whether the document is complete. Problems are only reported by the second pass.
 */
export async function collectParts(
  text: AsyncIterable<string>,
  outline: Outline,
  take: (name: string, value: unknown) => void,
  left?: (name: string) => void,
): Promise<{ readonly complete: boolean }> {
  let complete = false;
  const end = (full: boolean) => {
    complete = full;
  };
  const scanner = jsonReport(outline, () => ({
    part: take,
    end,
    entered: (name) => take(name, undefined),
    ...(left === undefined ? {} : { left }),
  }));
  for await (const _events of scan(text, scanner));
  return { complete };
}
