import { scan } from "#scan.ts";
import { jsonReport, type Outline } from "./json-report.ts";

/**
 * A first reading of a document for what has to be known before its tests are: the parts of the outline in their order, by
 * name, and whether the document was whole. Its problems are those of the second reading.
 */
export async function collectParts(
  text: AsyncIterable<string>,
  outline: Outline,
  take: (name: string, value: unknown) => void,
  left?: (name: string) => void,
): Promise<{ readonly complete: boolean }> {
  let complete = false;
  const end = (whole: boolean) => {
    complete = whole;
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
