import { asObject, asString } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { LineCutter } from "#text/line-cutter.ts";

/** Counts the attempts in a blob by test id. Only parses the lines that start attempts. */
export async function countAttempts(text: AsyncIterable<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const lines = new LineCutter();
  const count = (line: string) => {
    if (!line.slice(0, 40).includes('"onTestBegin"')) return;
    const id = asString(asObject(asObject(parsePiece(line)?.value)?.["params"])?.["testId"]);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  };
  for await (const chunk of text) for (const line of lines.write(chunk)) count(line);
  return counts;
}
