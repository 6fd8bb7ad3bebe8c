import type { ExportFormat } from "@plumb/contract/runs/exports.ts";
import { renderHtml } from "#exports/render/html/render-html.ts";
import { renderJson } from "./json.ts";
import { renderPdf } from "#exports/render/pdf/render-pdf.ts";
import type { Renderer } from "#exports/source/report-source.ts";

export const renderers: Record<ExportFormat, Renderer> = { html: renderHtml, json: renderJson, pdf: renderPdf };
