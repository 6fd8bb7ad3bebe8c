import {
  exportReportsCsv,
  exportResultsCsv,
  linkReportsCsv,
  linkResultsCsv,
  readLinkedCsv,
  type ReportsCsvQuery,
} from "@plumb/contract/runs/exports.ts";
import { csvFile, type CsvNeeds, type LinkedCsv, type ZonedQuery } from "./linked-csv.ts";
import { fileLink } from "./present-export.ts";
import type { Endpoint } from "@plumb/contract/endpoint.ts";
import {
  exportAuditCsv,
  exportCausesCsv,
  exportComparisonCsv,
  exportFailedTestsCsv,
  exportItemsCsv,
  exportSuiteRunsCsv,
  exportTestsCsv,
  linkAuditCsv,
  linkCausesCsv,
  linkComparisonCsv,
  linkFailedTestsCsv,
  linkItemsCsv,
  linkSuiteRunsCsv,
  linkTestsCsv,
} from "@plumb/contract/runs/list-csv.ts";
import type { z } from "zod";
import { selectionOf as failureSelectionOf } from "#api/failures/failure-window.ts";
import { selectionOf as itemSelectionOf } from "#api/items/item-selection.ts";
import type { Api, Call } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import { type Caller, zoneOf } from "#http/caller.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { auditWindows, recordCountedAudit, reportAuditEntry } from "#store/administration/audit.ts";
import { projectById } from "#store/projects/projects.ts";
import { reportById } from "#store/runs/runs.ts";

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
  serveList(api, exportSuiteRunsCsv, linkSuiteRunsCsv, (call) => ({
    of: "suite-runs",
    projectId: call.projectId,
    selection: failureSelectionOf(call.query, call),
  }));
  serveList(api, exportComparisonCsv, linkComparisonCsv, ({ projectId, query }) => ({
    of: "comparison",
    projectId,
    query,
  }));
  serveList(api, exportTestsCsv, linkTestsCsv, ({ projectId, query }) => ({ of: "tests", projectId, query }));

  serveList(api, exportItemsCsv, linkItemsCsv, (call) => {
    const { sortBy, sortOrder } = call.query;
    const selection = itemSelectionOf(call.query, call);
    return { of: "items", projectId: call.projectId, selection, query: { sortBy, sortOrder } };
  });

  api.file(exportAuditCsv, async ({ query, ...call }) => {
    await recordAuditCsv(call);
    return csvFile(call.context, { of: "audit", query });
  });

  api.route(linkAuditCsv, async ({ query, ...call }) => {
    await recordAuditCsv(call);
    return { data: { url: linkTo(call.context, { of: "audit", query }, call.now) } };
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
    return csvFile(context, JSON.parse(claim.slice("csv:".length)) as LinkedCsv);
  });
}

/** Serves a list of a project as CSV, directly and through a signed link. */
function serveList<Params extends z.ZodType, Query extends z.ZodType>(
  api: Api<CsvNeeds>,
  file: Endpoint<Params, Query>,
  link: Endpoint<Params, Query, z.ZodType, (typeof linkReportsCsv)["response"]>,
  linkedOf: (call: Pick<Call<Endpoint<Params, Query>>, "caller" | "now" | "projectId" | "query">) => LinkedCsv,
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

async function recordAuditCsv(call: Omit<CsvCall, "projectId">): Promise<void> {
  const entry = { action: "export.downloaded", targetType: "settings", targetName: "Audit log", detail: csv } as const;
  await recordCountedAudit(call.context.db, actorOf(call), entry, auditWindows.hour);
}

function zoned({ projectId: _projectId, timeZone, ...query }: ReportsCsvQuery, caller: Caller): ZonedQuery {
  return { ...query, timeZone: timeZone ?? zoneOf(caller) };
}

function linkTo({ signer }: Pick<Context, "signer">, linked: LinkedCsv, now: Date): string {
  return fileLink(signer, "/api/exports/csv?link=", `csv:${JSON.stringify(linked)}`, now);
}
