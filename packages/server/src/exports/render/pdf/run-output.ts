import { formatBytes, formatCount } from "@plumb/contract/figures.ts";
import type { ReportSource } from "#exports/source/report-source.ts";
import type { Book } from "./book.ts";
import { plainLine } from "./lines.ts";
import type { Pictures } from "./pictures.ts";
import { drawPicture, drawText, heading, isPicture, note } from "./story.ts";

/** For content beyond these limits, the document refers to the report. */
const max = { printed: 20, files: 100, lines: 80 };
const ink = "#1c1b20";

/** Draws the run's output and files outside of tests. */
export async function drawRunOutput(book: Book, pictures: Pictures, source: ReportSource): Promise<void> {
  let printed = 0;
  for await (const { source: file, stream, text } of source.printed()) {
    printed += 1;
    if (printed > max.printed) break;
    heading(book, `${stream} of ${plainLine(file)}`);
    drawText(book, text, max.lines, ink);
  }
  if (printed > max.printed) note(book, "… and more in the report");
  const files = await source.runFiles();
  if (files.length > 0) heading(book, "Files");
  for (const file of files.slice(0, max.files)) {
    if (isPicture(file)) await drawPicture(book, pictures, file);
    else note(book, `${plainLine(file.name)} (${file.size === null ? "not uploaded" : formatBytes(file.size)})`);
  }
  if (files.length > max.files) note(book, `… and ${formatCount(files.length - max.files)} more files in the report`);
}
