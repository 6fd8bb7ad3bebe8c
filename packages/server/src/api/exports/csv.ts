import {
  exportReportsCsv,
  exportResultsCsv,
  linkReportsCsv,
  linkResultsCsv,
  readLinkedCsv,
  type ReportsCsvQuery,
  type ResultsCsvQuery,
} from "@plumb/contract/runs/exports.ts";
import { fileLink } from "./present-export.ts";
import type { Endpoint } from "@plumb/contract/endpoint.ts";
import type { GroupListQuery } from "@plumb/contract/failures/failures.ts";
import {
  exportCausesCsv,
  exportFailedTestsCsv,
  exportItemsCsv,
  exportTestsCsv,
  linkCausesCsv,
  linkFailedTestsCsv,
  linkItemsCsv,
  linkTestsCsv,
} from "@plumb/contract/runs/list-csv.ts";
import type { ItemListQuery } from "@plumb/contract/items/annotations.ts";
import type { TestFilter } from "@plumb/contract/tests/tests.ts";
import type { z } from "zod";
import { selectionOf as failureSelectionOf } from "#api/failures/failure-window.ts";
import { selectionOf as itemSelectionOf } from "#api/items/item-selection.ts";
import { selectionOf } from "#api/results/results.ts";
import { causesTable, failedTestsTable, itemsTable, testsTable } from "./list-tables.ts";
import type { FailureSelection } from "#read-models/failures/failure-selection.ts";
import { writeCsv } from "#exports/csv/csv.ts";
import { exportFileName, fileName } from "#exports/file-name.ts";
import { reportsTable, resultsTable, type Table } from "#exports/csv/list-csv.ts";
import type { Api, Call } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import { type Caller, zoneOf } from "#http/caller.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { SentFile } from "#http/send-file.ts";
import { auditWindows, recordCountedAudit, reportAuditEntry } from "#store/administration/audit.ts";
import type { ItemSelection } from "#store/items/item-lists.ts";
import { projectById } from "#store/projects/projects.ts";
import { reportById } from "#store/runs/runs.ts";

/** Content of a signed link, which gives access to nothing else. */
type Linked =
  | { readonly of: "results"; readonly projectId: number; readonly reportId: number; readonly query: ResultsCsvQuery }
  | { readonly of: "reports"; readonly projectId: number; readonly query: ZonedQuery }
  | {
      readonly of: "causes";
      readonly projectId: number;
      readonly selection: FailureSelection;
      readonly query: Pick<GroupOrder, "sortBy" | "state">;
    }
  | {
      readonly of: "items";
      readonly projectId: number;
      readonly selection: ItemSelection;
      readonly query: Pick<ItemListQuery, "sortBy" | "sortOrder">;
    }
  | { readonly of: "failed-tests"; readonly projectId: number; readonly selection: FailureSelection }
  | { readonly of: "tests"; readonly projectId: number; readonly query: Omit<TestFilter, "limit" | "offset"> };

type GroupOrder = z.output<typeof GroupListQuery>;

/** Query whose dates are days in the time zone of the requester. */
type ZonedQuery = Omit<ReportsCsvQuery, "projectId" | "timeZone"> & { readonly timeZone: string };

type CsvNeeds = "clock" | "db" | "failureIndex" | "itemSearch" | "publicUrl" | "resultIndex" | "signer" | "testSearch";

export function csvRoutes(api: Api<CsvNeeds>): void {
  serveList(api, exportCausesCsv, linkCausesCsv, (call) => {
    const { sortBy, state } = call.query;
    return {
      of: "causes",
      projectId: call.projectId,
      selection: failureSelectionOf(call.query, call),
      query: { sortBy, state },
    };
  });
  serveList(api, exportFailedTestsCsv, linkFailedTestsCsv, (call) => ({
    of: "failed-tests",
    projectId: call.projectId,
    selection: failureSelectionOf(call.query, call),
  }));
  serveList(api, exportTestsCsv, linkTestsCsv, ({ projectId, query }) => ({ of: "tests", projectId, query }));

  serveList(api, exportItemsCsv, linkItemsCsv, (call) => {
    const { sortBy, sortOrder } = call.query;
    const selection = itemSelectionOf(call.query, call);
    return { of: "items", projectId: call.projectId, selection, query: { sortBy, sortOrder } };
  });

  api.file(exportResultsCsv, async ({ params, query, ...call }) => {
    await recordReportCsv(call, params.reportId);
    return csvFile(call.context, { of: "results", projectId: call.projectId, ...params, query });
  });

  api.route(linkResultsCsv, async ({ params, query, ...call }) => {
    await recordReportCsv(call, params.reportId);
    const { context, projectId, now } = call;
    return { data: { url: linkTo(context, { of: "results", projectId, ...params, query }, now) } };
  });

  serveList(api, exportReportsCsv, linkReportsCsv, ({ projectId, query, caller }) => ({
    of: "reports",
    projectId,
    query: zoned(query, caller),
  }));

  api.file(readLinkedCsv, ({ context, query, now }) => {
    const claim = context.signer.verify(query.link, now);
    if (claim?.startsWith("csv:") !== true)
      throw new ApiError("forbidden", "This link has expired. Download the file again from the app.");
    return csvFile(context, JSON.parse(claim.slice("csv:".length)) as Linked);
  });
}

/** Serves a list of a project as CSV, directly and through a signed link. */
function serveList<Params extends z.ZodType, Query extends z.ZodType>(
  api: Api<CsvNeeds>,
  file: Endpoint<Params, Query>,
  link: Endpoint<Params, Query, z.ZodType, (typeof linkReportsCsv)["response"]>,
  linkedOf: (call: Pick<Call<Endpoint<Params, Query>>, "caller" | "now" | "projectId" | "query">) => Linked,
): void {
  api.file(file, async (call) => {
    await recordListCsv(call);
    return csvFile(call.context, linkedOf(call));
  });
  api.route(link, async (call) => {
    await recordListCsv(call);
    return { data: { url: linkTo(call.context, linkedOf(call), call.now) } };
  });
}

interface CsvCall {
  readonly context: Pick<Context, "db">;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly projectId: number;
  readonly now: Date;
}

const csv = { format: "csv" };

async function recordReportCsv(call: CsvCall, reportId: number): Promise<void> {
  const { context, projectId } = call;
  const report = await reportById(context.db, projectId, reportId);
  if (report === null) throw new ApiError("not_found", "The requested report could not be found.");
  const entry = reportAuditEntry("export.downloaded", projectId, report, csv);
  await recordCountedAudit(context.db, actorOf(call), entry, auditWindows.hour);
}

async function recordListCsv(call: CsvCall): Promise<void> {
  const { context, projectId } = call;
  const project = await projectById(context.db, projectId);
  if (project === null) throw new ApiError("not_found", "This project has been deleted.");
  const target = { targetType: "project", targetId: projectId, targetName: project.name } as const;
  const entry = { action: "export.downloaded", projectId, ...target, detail: csv } as const;
  await recordCountedAudit(context.db, actorOf(call), entry, auditWindows.hour);
}

function zoned({ projectId: _projectId, timeZone, ...query }: ReportsCsvQuery, caller: Caller): ZonedQuery {
  return { ...query, timeZone: timeZone ?? zoneOf(caller) };
}

function linkTo({ signer }: Pick<Context, "signer">, linked: Linked, now: Date): string {
  return fileLink(signer, "/api/exports/csv?link=", `csv:${JSON.stringify(linked)}`, now);
}

async function csvFile(context: Pick<Context, CsvNeeds>, linked: Linked): Promise<SentFile> {
  const { db } = context;
  const { projectId } = linked;
  const origin = context.publicUrl();
  if (linked.of === "results") {
    const report = await reportById(db, projectId, linked.reportId);
    if (report === null) throw new ApiError("not_found", "The requested report could not be found.");
    const selection = selectionOf(projectId, linked.reportId, linked.query);
    return asFile(exportFileName(report, "csv", null), resultsTable(context.resultIndex, selection, origin));
  }
  const project = await projectById(db, projectId);
  if (project === null) throw new ApiError("not_found", "This project has been deleted.");
  const day = context.clock().toISOString().slice(0, 10);
  return asFile(fileName([project.name, linked.of, day], "csv"), listTable(context, linked, origin));
}

function listTable(
  context: Pick<Context, CsvNeeds>,
  linked: Exclude<Linked, { readonly of: "results" }>,
  origin: string,
): Table {
  const { db, failureIndex } = context;
  const { projectId } = linked;
  const now = context.clock();
  if (linked.of === "causes") {
    const { sortBy, state } = linked.query;
    return causesTable(failureIndex, linked.selection, { sortBy, state, now }, origin);
  }
  if (linked.of === "failed-tests") return failedTestsTable(failureIndex, linked.selection, origin);
  if (linked.of === "items") return itemsTable(context, linked.selection, linked.query, origin);
  if (linked.of === "tests") return testsTable(context, projectId, { filter: linked.query, now }, origin);
  const { sortBy, sortOrder, ...query } = linked.query;
  return reportsTable(db, { projectId, query, sortBy, sortOrder }, origin);
}

function asFile(name: string, { header, rows }: Table): SentFile {
  return { name, type: "text/csv; charset=utf-8", body: (out, signal) => writeCsv(out, header, rows, signal) };
}
