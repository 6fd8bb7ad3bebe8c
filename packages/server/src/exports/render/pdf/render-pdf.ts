import { pipeline } from "node:stream/promises";
import type { Renderer } from "#exports/source/report-source.ts";
import { reportDocument } from "./report-document.ts";
import { testDocument } from "./test-document.ts";

/** Renders a report, or one of its tests, as a PDF with selectable text. Only a page, the fonts and the table of contents are in memory. */
export const renderPdf: Renderer = async (source, out, options) => {
  const document = source.resultId === null ? reportDocument(source, options) : testDocument(source, options);
  await pipeline(document, out, { signal: options.signal });
};
