import { type AuditEvent, listAuditEvents } from "@plumb/contract/administration/audit.ts";
import type { z } from "zod";
import type { Api } from "#http/api.ts";
import type { Db } from "#store/db.ts";
import { auditEvents } from "#store/administration/audit.ts";

/** Filters of the audit log. */
export type AuditQuery = Omit<z.output<(typeof listAuditEvents)["query"]>, "limit" | "cursor">;

export function auditRoutes(api: Api<"db">): void {
  api.route(listAuditEvents, async ({ context, query: { limit, cursor, ...query } }) => {
    const events = await auditPage(context.db, query, { before: cursor, limit: limit + 1 });
    const last = events.length > limit ? events[limit - 1] : undefined;
    return { data: events.slice(0, limit), nextCursor: last?.id ?? null };
  });
}

/** Returns the matching events before the event `before`, newest first. */
export function auditPage(
  db: Db,
  { projectId, action, actor, ...query }: AuditQuery,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<AuditEvent[]> {
  const [from, until] = [query.from, query.until].map((time) => (time === undefined ? undefined : new Date(time)));
  return auditEvents(db, { ...page, projectId, action, actor: actor?.trim(), from, until });
}
