import { excludedValues } from "@plumb/contract/query/excluded-values.ts";
import {
  createTrendEvent,
  deleteTrendEvent,
  listTrendEvents,
  maxTrendEvents,
  type TrendEvent,
} from "@plumb/contract/trends/events.ts";
import { ApiError } from "#core/api-error.ts";
import type { Api } from "#http/api.ts";
import {
  deleteTrendEvent as deleteEvent,
  insertTrendEvent,
  type TrendEventRow,
  trendEvents,
} from "#store/trends/trend-events.ts";
import { trendWindow } from "./trend-window.ts";

export function trendEventRoutes(api: Api<"bus" | "db">): void {
  api.read(listTrendEvents, async ({ context: { db }, projectId, query, caller, now }) => {
    const { days, spanOf } = trendWindow(query, caller, now);
    const { from, until } = spanOf(days);
    const { events, total } = await trendEvents(db, projectId, {
      from: new Date(from),
      until: new Date(until),
      environments: query.environment ?? [],
      excludedEnvironments: excludedValues(query.not)["environment"] ?? [],
      limit: maxTrendEvents,
    });
    return { data: events.map(presentEvent), total };
  });

  api.route(createTrendEvent, async ({ context: { bus, db }, projectId, body, caller, now }) => {
    const { at, kind, title, url = null, environment = null } = body;
    const event = await insertTrendEvent(db, projectId, {
      at: at === undefined ? now : new Date(at),
      kind,
      title,
      url,
      environment,
      userId: caller.kind === "user" ? caller.user.id : null,
    });
    if (event === undefined) throw new Error("An event that was inserted is not there.");
    bus.publish({ about: "trends", projectId });
    return { data: presentEvent(event) };
  });

  api.route(deleteTrendEvent, async ({ context: { bus, db }, projectId, params: { eventId } }) => {
    if (!(await deleteEvent(db, projectId, eventId)))
      throw new ApiError("not_found", "This event does not exist or was already deleted.");
    bus.publish({ about: "trends", projectId });
    return { data: { id: eventId } };
  });
}

function presentEvent({ at, ...event }: TrendEventRow): TrendEvent {
  return { ...event, at: at.toISOString() };
}
