import { z } from "zod";
import { endpoint, flag, Id, Timestamp, success } from "#endpoint.ts";
import { JsonExport } from "./json-export.ts";
import { ReportListQuery } from "./report-list.ts";
import { listResults } from "./results.ts";

/** Export format of a report or one of its tests. HTML is a zip that opens without a server. */
export const ExportFormat = z.enum(["pdf", "json", "html"]);
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ExportState = z.enum(["queued", "running", "done", "failed", "cancelled"]);
export type ExportState = z.infer<typeof ExportState>;

/** An export from its request until the file expires. */
export const Export = z.object({
  exportId: Id,
  reportId: Id,
  reportNumber: z.number().int().positive(),
  testSuite: z.string(),
  /** Set if the export contains a single test. */
  resultId: Id.nullable(),
  format: ExportFormat,
  includeArtifacts: z.boolean(),
  state: ExportState,
  /** Number of tests written so far, and in total. */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  fileName: z.string(),
  /** Size of the finished file. */
  bytes: z.number().int().nonnegative().nullable(),
  /** Error message for users. */
  error: z.string().nullable(),
  /** `null` for an API key or a deleted account. */
  requestedBy: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  /** Time when the file is deleted; `null` until it is finished. */
  expiresAt: Timestamp.nullable(),
  /** A signed link that is valid for an hour and needs no authorization header; `null` until the export is done. */
  downloadUrl: z.string().nullable(),
  /** True if the caller may cancel and delete the export: only the requester and leads of the project can. */
  mayDelete: z.boolean(),
});
export type Export = z.infer<typeof Export>;

const reportParams = z.object({ reportId: Id });
const exportParams = z.object({ reportId: Id, exportId: Id });
/** Id or name of a test. The name is the title or the whole path, joined with ` › `. */
const testParams = z.object({ reportId: Id, testCaseId: z.string().min(1).max(4000) });
/** The file content. */
const fileOf = (...contentTypes: readonly string[]) => z.unknown().meta({ contentTypes });
/** The response is streamed, so its content is documented but not validated. */
const json = z.unknown().meta({ contentTypes: ["application/json"], holds: JsonExport });
const pdf = fileOf("application/pdf");
const zip = fileOf("application/zip");
const csv = fileOf("text/csv");

export const exportReportJson = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/export/json",
  summary: "Export a report as JSON that can be uploaded again",
  allow: "project:read",
  params: reportParams,
  response: json,
});

export const exportReportPdf = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/export/pdf",
  summary: "Export a report as PDF",
  allow: "project:read",
  params: reportParams,
  response: pdf,
});

export const startHtmlExport = endpoint({
  method: "POST",
  path: "/api/reports/:reportId/export/html",
  summary: "Start an HTML export: a zip that opens without a server, with or without artifacts",
  allow: "project:read",
  params: reportParams,
  query: z.object({ includeArtifacts: flag }),
  response: success(Export),
});

export const downloadHtmlExport = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/export/html/:exportId/download",
  summary: "Download an HTML export; 409 with its progress while it is being created",
  allow: "project:read",
  params: exportParams,
  response: zip,
});

export const listHtmlExports = endpoint({
  method: "GET",
  path: "/api/reports/exports/html",
  summary: "List the HTML exports of all projects that the caller can read, or of one, newest first (at most 200)",
  allow: "projects:read",
  query: z.object({ projectId: Id.optional() }),
  response: success(z.array(Export)),
});

export const deleteHtmlExport = endpoint({
  method: "DELETE",
  path: "/api/reports/exports/html/:exportId",
  summary: "Delete an HTML export with its file; cancels it if it is in progress",
  allow: "project:read",
  params: z.object({ exportId: Id }),
  response: success(z.null()),
});

const SizeEstimate = z.object({
  /** Example: `1.2 MB`. */
  formattedSize: z.string(),
  bytes: z.number().int().nonnegative(),
  /** Approximate time to create the export. */
  seconds: z.number().int().positive(),
});

/** Estimated size of an HTML export. */
export const SizeEstimates = z.object({
  lite: SizeEstimate,
  full: SizeEstimate.extend({ artifactCount: z.number().int().nonnegative() }),
});
export type SizeEstimates = z.infer<typeof SizeEstimates>;

export const readSizeEstimates = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/export/size-estimates",
  summary: "Estimate the size of an HTML export with and without artifacts",
  allow: "project:read",
  params: reportParams,
  response: success(SizeEstimates),
});

export const exportTestJson = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/testcase/:testCaseId/export/json",
  summary: "Export a test of a report as JSON, by id or name",
  allow: "project:read",
  params: testParams,
  response: json,
});

export const exportTestPdf = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/testcase/:testCaseId/export/pdf",
  summary: "Export a test of a report as PDF",
  allow: "project:read",
  params: testParams,
  response: pdf,
});

export const exportTestHtml = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/testcase/:testCaseId/export/html",
  summary: "Export a test of a report as a zip that opens without a server, with or without artifacts",
  allow: "project:read",
  params: testParams,
  query: z.object({ includeArtifacts: flag }),
  response: zip,
});

export const startExport = endpoint({
  method: "POST",
  path: "/api/reports/:reportId/exports",
  summary: "Start an export; returns an identical one that is in progress",
  allow: "project:read",
  params: reportParams,
  body: z.object({
    format: ExportFormat,
    includeArtifacts: z.boolean().default(false),
    /** Exports only this test. */
    resultId: Id.optional(),
  }),
  response: success(Export),
});

export const listExports = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/exports",
  summary: "List the exports of a report, newest first",
  allow: "project:read",
  params: reportParams,
  response: success(z.array(Export)),
});

export const readExport = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/exports/:exportId",
  summary: "Read the progress of an export, and the link to its file when it is done",
  allow: "project:read",
  params: exportParams,
  response: success(Export),
});

export const cancelExport = endpoint({
  method: "POST",
  path: "/api/reports/:reportId/exports/:exportId/cancel",
  summary: "Cancel an unfinished export",
  allow: "project:read",
  params: exportParams,
  response: success(Export),
});

export const deleteExport = endpoint({
  method: "DELETE",
  path: "/api/reports/:reportId/exports/:exportId",
  summary: "Delete an export with its file",
  allow: "project:read",
  params: exportParams,
  response: success(z.null()),
});

export const readExportFile = endpoint({
  method: "GET",
  path: "/api/exports/:token",
  summary: "Download the file of an export by a signed link",
  allow: "signed",
  params: z.object({ token: z.string().max(500) }),
  response: fileOf("application/json", "application/pdf", "application/zip"),
});

/** Filters the tests of a report like `listResults`. */
export const ResultsCsvQuery = listResults.query.omit({ offset: true, limit: true });
export type ResultsCsvQuery = z.output<typeof ResultsCsvQuery>;

/** Filters and sorts the reports of a project like `listReports`. */
export const ReportsCsvQuery = ReportListQuery.omit({ limit: true, cursor: true, q: true });
export type ReportsCsvQuery = z.output<typeof ReportsCsvQuery>;

const link = success(z.object({ url: z.string() }));

export const exportResultsCsv = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/csv",
  summary: "Export the tests of a report as CSV, with the filters of the list",
  allow: "project:read",
  params: reportParams,
  query: ResultsCsvQuery,
  response: csv,
});

export const linkResultsCsv = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/csv/link",
  summary: "Create a signed link to the same CSV, valid for an hour",
  allow: "project:read",
  params: reportParams,
  query: ResultsCsvQuery,
  response: link,
});

export const exportReportsCsv = endpoint({
  method: "GET",
  path: "/api/reports/csv",
  summary: "Export the reports of a project as CSV, with the filters and order of the list",
  allow: "project:read",
  query: ReportsCsvQuery,
  response: csv,
});

export const linkReportsCsv = endpoint({
  method: "GET",
  path: "/api/reports/csv/link",
  summary: "Create a signed link to the same CSV, valid for an hour",
  allow: "project:read",
  query: ReportsCsvQuery,
  response: link,
});

export const readLinkedCsv = endpoint({
  method: "GET",
  path: "/api/exports/csv",
  summary: "Download a CSV by a signed link",
  allow: "signed",
  query: z.object({ link: z.string().max(20_000) }),
  response: csv,
});
