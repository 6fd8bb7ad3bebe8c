import { pipeline } from "node:stream/promises";
import type { Renderer } from "#exports/source/report-source.ts";
import { reportDocument } from "./report-document.ts";
import { testDocument } from "./test-document.ts";

/** A report, or one test of it, as a PDF with selectable text. Its memory is that of a page, of fonts and of a contents. */
export const renderPdf: Renderer = async (source, out, options) => {
  const document = source.resultId === null ? reportDocument(source, options) : testDocument(source, options);
  await pipeline(document, out, { signal: options.signal });
};
