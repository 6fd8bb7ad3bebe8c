import type { ExportFormat } from "@plumb/contract/exports.ts";
import { renderHtml } from "#exports/html/render-html.ts";
import { renderJson } from "#exports/json.ts";
import { renderPdf } from "#exports/pdf/render-pdf.ts";
import type { Renderer } from "#exports/report-source.ts";

/** What writes each format. */
export const renderers: Record<ExportFormat, Renderer> = { html: renderHtml, json: renderJson, pdf: renderPdf };
