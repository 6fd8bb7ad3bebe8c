import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { TrendQuery } from "./trend-filter.ts";

export const TrendEventKind = z.enum(["deploy", "outage", "other"]);
export type TrendEventKind = z.infer<typeof TrendEventKind>;

export const longestEventTitle = 200;

/** An event shown on the charts, such as a deployment. */
export const TrendEvent = z.object({
  id: Id,
  at: Timestamp,
  kind: TrendEventKind,
  title: z.string(),
  url: z.string().nullable(),
  /** `null` if the event applies to all environments. */
  environment: z.string().nullable(),
  /** Name of the user who created it; `null` for an API key or a deleted account. */
  by: z.string().nullable(),
});
export type TrendEvent = z.infer<typeof TrendEvent>;

/** Maximum number of events in a response. The latest ones are returned. */
export const maxTrendEvents = 500;

export const listTrendEvents = endpoint({
  method: "GET",
  path: "/api/trends/events",
  summary: `List deployments, outages and other events of a range, latest first (at most ${maxTrendEvents})`,
  allow: "project:read",
  // With an environment filter, events that apply to all environments are included.
  query: TrendQuery,
  response: success(z.array(TrendEvent), { total: z.number().int().nonnegative() }),
});

const webAddress = z
  .string()
  .trim()
  .max(2000)
  .refine((url) => /^https:\/\//i.test(url) && URL.canParse(url), "The address must begin with https://");

export const NewTrendEvent = z.object({
  /** Defaults to the current time. */
  at: Timestamp.refine((at) => at >= "1000" && at < "9999-12", "Choose a date in the year 1000 or later").optional(),
  kind: TrendEventKind,
  title: z.string().trim().min(1, "Enter a title").max(longestEventTitle),
  url: webAddress.nullish(),
  environment: z.string().trim().min(1).max(300).nullish(),
});
export type NewTrendEvent = z.input<typeof NewTrendEvent>;

export const createTrendEvent = endpoint({
  method: "POST",
  path: "/api/trends/events",
  summary: "Add a deployment, outage or other event; optional project for API keys",
  allow: "ingest",
  query: z.object({ projectId: Id.optional() }),
  body: NewTrendEvent,
  response: success(TrendEvent),
});

export const deleteTrendEvent = endpoint({
  method: "DELETE",
  path: "/api/trends/events/:eventId",
  summary: "Delete an event",
  allow: "project:triage",
  params: z.object({ eventId: Id }),
  query: z.object({ projectId: Id }),
  response: success(z.object({ id: Id })),
});
