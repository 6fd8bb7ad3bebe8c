import { z } from "zod";
import { FailureState } from "#failures/failing-state.ts";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import type { FieldErrors } from "#field-errors.ts";
import { RunStatus } from "#runs/reports.ts";
import { testCounts } from "#runs/test-counts.ts";
import { TestStatus } from "#result-event.ts";

/**
 * Events of webhooks. Runs that started more than a day ago are imported history and send nothing.
 *
 * - `run.finished`: a run ended, with any status. Sent again if another report of its build arrives.
 * - `run.failed`: the same, for failed runs.
 * - `failure.new`: tests failed that did not fail in the previous run of the same suite and environment that
 *   completed or failed. Without one, every failure is new. Each failure is sent once per run.
 */
export const webhookEvents = ["run.finished", "run.failed", "failure.new"] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** What a delivery is about: an event, or `ping`, which the test sends. */
export const DeliveryEvent = z.enum([...webhookEvents, "ping"]);
export type DeliveryEvent = z.infer<typeof DeliveryEvent>;

const count = z.number().int().nonnegative();

/** A run in a webhook delivery. */
export const WebhookRun = z.object({
  id: Id,
  /** Per project, from 1. */
  number: z.number().int().positive(),
  url: z.string(),
  suite: z.string(),
  framework: z.string(),
  environment: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  build: z.string().nullable(),
  ciUrl: z.string().nullable(),
  status: RunStatus,
  startedAt: Moment,
  endedAt: Moment.nullable(),
  durationMs: z.number().nullable(),
  ...testCounts,
});
export type WebhookRun = z.infer<typeof WebhookRun>;

export const NewFailures = z.object({
  /** All of them. */
  count,
  /** The first 25, as the report lists them; long texts are cut. */
  tests: z.array(
    z.object({
      /** Id of the test, the same in every run. */
      id: Id,
      /** Which of several results of that name in the run, from 1; they are tests of their own. */
      occurrence: z.number().int().positive(),
      file: z.string().nullable(),
      titlePath: z.array(z.string()),
      status: TestStatus,
      /** `new`: failed for the first time; `back`: failed before the run that this one was compared with. */
      state: FailureState.exclude(["known"]),
      /** First line. */
      error: z.string().nullable(),
    }),
  ),
  /** Failures that were let pass, and are not counted here: their tests were in quarantine or muted. */
  leftOut: z.number().int().nonnegative(),
  /** The run that this one was compared with; null if it is the first of its kind. */
  comparedWith: z.object({ id: Id, number: z.number().int().positive(), url: z.string() }).nullable(),
});
export type NewFailures = z.infer<typeof NewFailures>;

/**
 * The JSON body of a delivery: a POST with these headers.
 *
 * - `X-Plumb-Event`: the event. `X-Plumb-Delivery`: an id that stays the same when a delivery is tried again.
 * - `X-Plumb-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`, with the webhook's secret as the key.
 *
 * An answer of 2xx within 10 seconds counts as delivered; redirections are not followed. Anything else is tried again
 * after 30 s, 2, 5, 15 and 40 minutes. A delivery may arrive twice, and not in order.
 */
export const WebhookBody = z.object({
  /** Of this format. Fields may be added to it. */
  version: z.literal(1),
  event: DeliveryEvent,
  createdAt: Moment,
  project: z.object({ id: Id, name: z.string() }),
  /** Absent from `ping`. */
  run: WebhookRun.optional(),
  /** Of `failure.new`. */
  newFailures: NewFailures.optional(),
});
export type WebhookBody = z.infer<typeof WebhookBody>;

/** Maximum per project. */
export const maxWebhooks = 20;
export const secretLength = { min: 16, max: 200 } as const;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  enabled: z.boolean(),
  /** What keeps it from sending, next to a person's wish; null if nothing does. */
  problem: z.string().nullable(),
  createdAt: Moment,
  /** How the last attempt at this address ended; null if there was none. */
  lastAttempt: z.object({ at: Moment, passed: z.boolean() }).nullable(),
  /** The first failed attempt since the last one that passed. */
  failingSince: Moment.nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: Id,
  event: DeliveryEvent,
  /** The report that it is about; null for a test. */
  reportId: Id.nullable(),
  /** `failed`: it is not tried again. */
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: count,
  createdAt: Moment,
  /** While it is pending. */
  nextAttemptAt: Moment.nullable(),
  lastAttemptAt: Moment.nullable(),
  /** Duration of the last attempt, until its response was read. */
  durationMs: z.number().nullable(),
  /** HTTP status of the last answer; null if none came. */
  responseStatus: z.number().int().nullable(),
  /** The first kilobyte of the last answer. */
  responseBody: z.string().nullable(),
  /** Why the last attempt failed, for people. */
  error: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** What is wrong with a webhook's address; null if nothing is. */
function addressProblem(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:\/\//i.test(text.trim()))
    return "Enter a web address that begins with https:// or http://";
  return url.username === "" && url.password === "" ? null : "The address must not contain a user name or password";
}

const noEvent = "Choose at least one event";

/** What is wrong with a webhook, in the words of the schemas: the form speaks before anything is sent. */
export function webhookErrors({ url, events, secret }: NewWebhook): FieldErrors {
  const wrongUrl = addressProblem(url);
  return {
    ...(wrongUrl !== null && { url: wrongUrl }),
    ...(events.length === 0 && { events: noEvent }),
    ...(secret !== undefined &&
      secret.length < secretLength.min && { secret: `Secret must be at least ${secretLength.min} characters long` }),
  };
}

interface NewWebhook {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret?: string | undefined;
}

const url = z
  .string()
  .trim()
  .max(2000)
  .superRefine((text, context) => {
    const message = addressProblem(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });
const events = z
  .array(WebhookEvent)
  .min(1, noEvent)
  .max(20)
  .transform((given) => webhookEvents.filter((event) => given.includes(event)));
const secret = z.string().min(secretLength.min).max(secretLength.max);

const project = z.object({ projectId: Id });
const params = z.object({ projectId: Id, webhookId: Id });

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/webhooks",
  summary: "List the webhooks of a project, oldest first, without their secrets",
  allow: "project:manage",
  params: project,
  response: success(z.array(Webhook)),
});

export const createWebhook = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/webhooks",
  summary: "Add a webhook; a generated secret is returned only here",
  allow: "project:manage",
  params: project,
  /** Without a secret the server makes one. */
  body: z.object({ url, events, secret: secret.optional() }),
  response: success(
    z.object({
      webhook: Webhook,
      /** Null if the caller gave one. */
      secret: z.string().nullable(),
    }),
  ),
});

export const updateWebhook = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/webhooks/:webhookId",
  summary: "Change a webhook, or switch it on or off; events during that time are not sent later",
  allow: "project:manage",
  params,
  /** Missing fields are not changed. */
  body: z.object({
    url: url.optional(),
    events: events.optional(),
    secret: secret.optional(),
    enabled: z.boolean().optional(),
  }),
  response: success(Webhook),
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/webhooks/:webhookId",
  summary: "Delete a webhook with its deliveries",
  allow: "project:manage",
  params,
  response: success(z.null()),
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/webhooks/:webhookId/test",
  summary: "Send a `ping` and return the result; it is not retried",
  allow: "project:manage",
  params,
  response: success(WebhookDelivery),
});

export const listWebhookDeliveries = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/webhooks/:webhookId/deliveries",
  summary: "List deliveries of a webhook, newest first: from the last 30 days, up to 1,000",
  allow: "project:manage",
  params,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(30),
    /** `nextCursor` of the page before. */
    cursor: Id.optional(),
  }),
  response: success(z.array(WebhookDelivery), { nextCursor: Id.nullable() }),
});

export const redeliverWebhook = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId/redeliver",
  summary: "Send the same body again as a new delivery",
  allow: "project:manage",
  params: z.object({ projectId: Id, webhookId: Id, deliveryId: Id }),
  response: success(WebhookDelivery),
});
