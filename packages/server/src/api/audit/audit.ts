import { listAuditEvents } from "@plumb/contract/administration/audit.ts";
import type { Api } from "#http/api.ts";
import { auditEvents } from "#store/administration/audit.ts";

export function auditRoutes(api: Api<"db">): void {
  api.route(listAuditEvents, async ({ context, query }) => {
    const { limit, cursor, projectId, action, actor } = query;
    const [from, until] = [query.from, query.until].map((time) => (time === undefined ? undefined : new Date(time)));
    const filter = { before: cursor, projectId, action, actor: actor?.trim(), from, until };
    const events = await auditEvents(context.db, { ...filter, limit: limit + 1 });
    const last = events.length > limit ? events[limit - 1] : undefined;
    return { data: events.slice(0, limit), nextCursor: last?.id ?? null };
  });
}
