import {
  cancelExport as cancelEndpoint,
  deleteExport as deleteEndpoint,
  deleteHtmlExport,
  type Export,
  type ExportFormat,
  listExports,
  listHtmlExports,
  readExport,
  readSizeEstimates,
  startExport,
  startHtmlExport,
} from "@plumb/contract/runs/exports.ts";
import { presentExport, requesterOf, rulesExports } from "./present-export.ts";
import { requestExport, type ExportRequest } from "#exports/queue/request-export.ts";
import { removeExportFile } from "#exports/queue/export-files.ts";
import { expiryOf } from "#exports/queue/retained-exports.ts";
import { estimateSizes } from "#exports/size-estimates.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import type { Caller } from "#http/caller.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import {
  type AuditEntry,
  auditWindows,
  recordAudit,
  recordCountedAudit,
  reportAuditEntry,
} from "#store/administration/audit.ts";
import {
  cancelExport,
  deleteExport,
  exportById,
  type ExportScope,
  exportsOf,
  type StoredExport,
} from "#store/exports/exports.ts";

const maxListed = 200;

interface ExportCall {
  readonly request: FastifyRequest;
  readonly context: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "exportBlobs" | "signer">;
  readonly caller: Caller;
  readonly projectId: number;
  readonly now: Date;
}

export function exportRoutes(api: Api<"blobs" | "bus" | "clock" | "config" | "db" | "exportBlobs" | "signer">): void {
  api.route(startExport, async ({ params, body, ...call }) => {
    const { resultId = null, ...wanted } = body;
    return { data: await queuedExport(call, { reportId: params.reportId, resultId, ...wanted }) };
  });

  api.route(startHtmlExport, async ({ params, query, ...call }) => {
    const { includeArtifacts } = query;
    return {
      data: await queuedExport(call, { reportId: params.reportId, resultId: null, format: "html", includeArtifacts }),
    };
  });

  api.route(listExports, async ({ params, ...call }) => ({
    data: await listed(call, await exportsOf(call.context.db, call, { ...params, limit: maxListed })),
  }));

  api.route(listHtmlExports, async (call) => {
    const found = await exportsOf(call.context.db, scopeOf(call), { format: "html", limit: maxListed });
    return { data: await listed(call, found) };
  });

  api.route(readExport, async ({ params, ...call }) => ({ data: await display(call, await found(call, params)) }));

  api.route(cancelEndpoint, async ({ params, ...call }) => {
    const { context, projectId, now } = call;
    const stored = await deletable(call, await found(call, params));
    const cancelled = await cancelExport(context.db, stored, { now, expiresAt: expiryOf(now) });
    if (!cancelled) throw new ApiError("conflict", "This export has already finished; there is nothing to cancel.");
    context.bus.publish({ about: "export-cancelled", projectId, exportId: stored.exportId });
    return { data: await display(call, await found(call, params)) };
  });

  api.route(deleteEndpoint, async ({ params, ...call }) => {
    await removed(call, await found(call, params));
    return { data: null };
  });

  api.route(deleteHtmlExport, async ({ params, ...call }) => {
    await removed(call, await found(call, { ...params, format: "html" }));
    return { data: null };
  });

  api.route(readSizeEstimates, async ({ context, projectId, params }) => {
    const data = await estimateSizes(context.db, projectId, params.reportId);
    if (data === null) throw new ApiError("not_found", "The requested report could not be found.");
    return { data };
  });
}

async function queuedExport(
  call: ExportCall,
  requested: Omit<ExportRequest, "projectId" | "requesterId">,
): Promise<Export> {
  const { context, caller, projectId } = call;
  const exportId = await requestExport(context, { ...requested, projectId, requesterId: requesterOf(caller) });
  const stored = await found(call, { exportId });
  await recordCountedAudit(context.db, actorOf(call), exportAuditEntry("export.created", stored), auditWindows.hour);
  return display(call, stored);
}

/**
 * Returns the export if it belongs to this report and has this format.
 *
 * @throws ApiError `not_found`
 */
export async function found(
  { context, projectId }: Pick<ExportCall, "context" | "projectId">,
  { exportId, reportId, format }: { exportId: number; reportId?: number; format?: ExportFormat },
): Promise<StoredExport> {
  const stored = await exportById(context.db, projectId, exportId);
  const fits =
    stored !== null &&
    (reportId === undefined || stored.reportId === reportId) &&
    (format === undefined || stored.format === format);
  if (!fits) throw new ApiError("not_found", "This export does not exist: it was deleted or has expired.");
  return stored;
}

async function display({ context, caller, projectId, now }: ExportCall, stored: StoredExport): Promise<Export> {
  return presentExport(context, stored, { caller, rules: await rulesExports(context, caller, projectId), now });
}

async function listed({ context, caller, now }: ExportCall, stored: readonly StoredExport[]): Promise<Export[]> {
  const ruled = new Map<number, boolean>();
  for (const projectId of new Set(stored.map((one) => one.projectId)))
    ruled.set(projectId, await rulesExports(context, caller, projectId));
  return stored.map((one) => presentExport(context, one, { caller, rules: ruled.get(one.projectId) ?? false, now }));
}

function exportAuditEntry(
  action: AuditEntry["action"],
  { projectId, reportId, reportNumber, testSuite, format }: StoredExport,
): AuditEntry {
  return reportAuditEntry(action, projectId, { id: reportId, number: reportNumber, testSuite }, { format });
}

/** Without a project, lists all exports that the user can read. */
function scopeOf({ caller, projectId }: ExportCall): ExportScope {
  if (projectId !== 0 || caller.kind !== "user") return { projectId };
  return { readableBy: caller.user.role === "ADMIN" ? "everybody" : caller.user.id };
}

async function deletable(call: ExportCall, stored: StoredExport): Promise<StoredExport> {
  const { mayDelete } = await display(call, stored);
  if (mayDelete) return stored;
  throw new ApiError(
    "forbidden",
    "Another user started this export. Only they or a project lead can cancel or delete it.",
  );
}

async function removed(call: ExportCall, stored: StoredExport): Promise<void> {
  const { context, projectId } = call;
  const { exportId } = await deletable(call, stored);
  await context.db.transaction().execute(async (transaction) => {
    await deleteExport(transaction, projectId, exportId);
    await recordAudit(transaction, actorOf(call), exportAuditEntry("export.deleted", stored));
  });
  context.bus.publish({ about: "export-cancelled", projectId, exportId });
  await removeExportFile(context, projectId, exportId);
}
