import type { Input } from "@plumb/client/client.ts";
import { linkReportsCsv, linkResultsCsv } from "@plumb/contract/runs/exports.ts";
import { api } from "#lib/api/api.ts";

export type ReportsCsv = Input<(typeof linkReportsCsv)["query"]>;
export type ResultsCsv = Input<(typeof linkResultsCsv)["query"]>;

/** Where a browser saves the reports of a project from, as they are filtered and sorted. */
export async function reportsCsvLink(query: ReportsCsv): Promise<string> {
  return (await api.call(linkReportsCsv, { query })).data.url;
}

/** Where a browser saves the tests of a report from, as they are filtered. */
export async function resultsCsvLink(reportId: number, query: ResultsCsv): Promise<string> {
  return (await api.call(linkResultsCsv, { params: { reportId }, query })).data.url;
}
