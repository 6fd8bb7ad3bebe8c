import type { Input } from "@plumb/client/client.ts";
import { linkReportsCsv, linkResultsCsv } from "@plumb/contract/runs/exports.ts";
import {
  linkAuditCsv,
  linkCausesCsv,
  linkComparisonCsv,
  linkFailedTestsCsv,
  linkItemsCsv,
  linkSuiteRunsCsv,
  linkTestsCsv,
} from "@plumb/contract/runs/list-csv.ts";
import { api } from "#lib/api/api.ts";

export type ReportsCsv = Input<(typeof linkReportsCsv)["query"]>;
export type ResultsCsv = Input<(typeof linkResultsCsv)["query"]>;

export type CausesCsv = Input<(typeof linkCausesCsv)["query"]>;
export type FailedTestsCsv = Input<(typeof linkFailedTestsCsv)["query"]>;
export type ItemsCsv = Input<(typeof linkItemsCsv)["query"]>;
export type AuditCsv = Input<(typeof linkAuditCsv)["query"]>;
export type ComparisonCsv = Input<(typeof linkComparisonCsv)["query"]>;
export type TestsCsv = Input<(typeof linkTestsCsv)["query"]>;

/** A list of a project with its filters and order. */
export type ListCsv = { readonly projectId: number } & (
  | { readonly list: "causes"; readonly query: CausesCsv }
  | { readonly list: "failed tests" | "runs"; readonly query: FailedTestsCsv }
  | { readonly list: "compared tests"; readonly query: ComparisonCsv }
  | { readonly list: "items"; readonly query: ItemsCsv }
  | { readonly list: "tests"; readonly query: TestsCsv }
);

/** Returns the download link of a list. */
export async function listCsvLink({ projectId, ...csv }: ListCsv): Promise<string> {
  const params = { projectId };
  if (csv.list === "causes") return (await api.call(linkCausesCsv, { params, query: csv.query })).data.url;
  if (csv.list === "runs") return (await api.call(linkSuiteRunsCsv, { params, query: csv.query })).data.url;
  if (csv.list === "compared tests") return (await api.call(linkComparisonCsv, { params, query: csv.query })).data.url;
  if (csv.list === "items") return (await api.call(linkItemsCsv, { params, query: csv.query })).data.url;
  if (csv.list === "tests") return (await api.call(linkTestsCsv, { params, query: csv.query })).data.url;
  return (await api.call(linkFailedTestsCsv, { params, query: csv.query })).data.url;
}

/** Returns the download link of a project's reports with these filters and order. */
export async function reportsCsvLink(query: ReportsCsv): Promise<string> {
  return (await api.call(linkReportsCsv, { query })).data.url;
}

/** Returns the download link of a report's tests with these filters. */
export async function resultsCsvLink(reportId: number, query: ResultsCsv): Promise<string> {
  return (await api.call(linkResultsCsv, { params: { reportId }, query })).data.url;
}

/** Returns the download link of the audit log with these filters. */
export async function auditCsvLink(query: AuditCsv): Promise<string> {
  return (await api.call(linkAuditCsv, { query })).data.url;
}
