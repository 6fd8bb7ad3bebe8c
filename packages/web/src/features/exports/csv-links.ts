import type { Input } from "@plumb/client/client.ts";
import { linkReportsCsv, linkResultsCsv } from "@plumb/contract/runs/exports.ts";
import { api } from "#lib/api/api.ts";

export type ReportsCsv = Input<(typeof linkReportsCsv)["query"]>;
export type ResultsCsv = Input<(typeof linkResultsCsv)["query"]>;

/** Returns the download link of a project's reports with these filters and order. */
export async function reportsCsvLink(query: ReportsCsv): Promise<string> {
  return (await api.call(linkReportsCsv, { query })).data.url;
}

/** Returns the download link of a report's tests with these filters. */
export async function resultsCsvLink(reportId: number, query: ResultsCsv): Promise<string> {
  return (await api.call(linkResultsCsv, { params: { reportId }, query })).data.url;
}
