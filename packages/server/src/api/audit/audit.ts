import { listAuditEvents } from "@plumb/contract/audit.ts";
import type { Api } from "#http/api.ts";
import { auditEvents } from "#store/audit.ts";

export function auditRoutes(api: Api): void {
  api.route(listAuditEvents, async ({ context, query }) => {
    const { limit, cursor, projectId, action } = query;
    const events = await auditEvents(context.db, { before: cursor, projectId, action, limit: limit + 1 });
    const last = events.length > limit ? events[limit - 1] : undefined;
    return { data: events.slice(0, limit), nextCursor: last?.id ?? null };
  });
}
