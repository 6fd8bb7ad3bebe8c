import { z } from "zod";
import { FailureState } from "#failures/failing-state.ts";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import type { FieldErrors } from "#field-errors.ts";
import { RunStatus } from "#runs/reports.ts";
import { testCounts } from "#runs/test-counts.ts";
import { TestStatus } from "#result-event.ts";

/**
 * Events of webhooks. Runs that started more than a day ago count as imported history and do not trigger events.
 *
 * - `run.finished`: a run ended, with any status. Sent again if another report of its build arrives.
 * - `run.failed`: like `run.finished`, but only for failed runs.
 * - `failure.new`: tests failed that did not fail in the previous run of the same suite and environment that
 * completed or failed. Without a previous run, every failure is new. Tests that failed there for other causes only follow as a second event, after the
 * failures are grouped by cause. Each failure is sent once per run.
 */
export const webhookEvents = ["run.finished", "run.failed", "failure.new"] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Event of a delivery. `ping` is sent by a test; a binding gets a `message`, or changes a `ticket` or a `pull-request`. */
export const DeliveryEvent = z.enum([...webhookEvents, "message", "ticket", "pull-request", "ping"]);
export type DeliveryEvent = z.infer<typeof DeliveryEvent>;

const count = z.number().int().nonnegative();

/** A run in a webhook delivery. */
export const WebhookRun = z.object({
  id: Id,
  /** Number of the run in its project, from 1. */
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
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
  durationMs: z.number().nullable(),
  ...testCounts,
});
export type WebhookRun = z.infer<typeof WebhookRun>;

export const NewFailures = z.object({
  /** All of them. */
  count,
  /** The first 25 failures in the order of the report. Long texts are cut. */
  tests: z.array(
    z.object({
      /** Id of the test, which is the same in all runs. */
      id: Id,
      /** Position among several results with the same name in the run, from 1. Each of them is a separate test. */
      occurrence: z.number().int().positive(),
      file: z.string().nullable(),
      titlePath: z.array(z.string()),
      status: TestStatus,
      /** `new`: fails for the first time for this cause; `back`: its cause failed before, but not in the run in `comparedWith`. */
      state: FailureState.exclude(["known"]),
      /** True if the test failed in the run in `comparedWith` too, but for other causes. */
      changedCause: z.boolean(),
      /** First line. */
      error: z.string().nullable(),
    }),
  ),
  /** Number of failures that are not counted here because their tests were in quarantine or muted. */
  leftOut: z.number().int().nonnegative(),
  /** Run that this one was compared with; `null` for the first run of its suite and environment. */
  comparedWith: z.object({ id: Id, number: z.number().int().positive(), url: z.string() }).nullable(),
});
export type NewFailures = z.infer<typeof NewFailures>;

/**
 * The JSON body of a delivery: a POST with these headers.
 *
 * - `X-Plumb-Event`: the event. `X-Plumb-Delivery`: an id that stays the same when a delivery is retried.
 * - `X-Request-Id`: the request that caused the event, such as the upload, if there was one.
 * - `X-Plumb-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`, with the webhook's secret as the key.
 *
 * A delivery succeeds if the status of the response is 2xx within 10 seconds. Redirects are not followed. Deliveries arrive in the order of their
 * events. If the receiver cannot be reached or responds with another status, all wait, and the oldest is retried with growing pauses, or after
 * `Retry-After`. If only one delivery is rejected (400, 409, 413, 422 and similar), it is retried after 30 s and after 2, 5, 15 and 40 minutes, and
 * others overtake it. A delivery may arrive twice, if its response was lost.
 */
export const WebhookBody = z.object({
  /** Version of this format. New fields may be added without changing it. */
  version: z.literal(1),
  event: WebhookEvent.or(z.literal("ping")),
  createdAt: Timestamp,
  project: z.object({ id: Id, name: z.string() }),
  /** Absent for `ping`. */
  run: WebhookRun.optional(),
  /** Only for `failure.new`. */
  newFailures: NewFailures.optional(),
});
export type WebhookBody = z.infer<typeof WebhookBody>;

/** Maximum number of webhooks per project. */
export const maxWebhooks = 20;
export const secretLength = { min: 16, max: 200 } as const;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  enabled: z.boolean(),
  /** Reason why an enabled webhook cannot send; `null` if there is none. */
  problem: z.string().nullable(),
  createdAt: Timestamp,
  /** Result of the last attempt at this address; `null` if there was none. */
  lastAttempt: z.object({ at: Timestamp, passed: z.boolean() }).nullable(),
  /** Time of the first failed attempt since the last successful one. */
  failingSince: Timestamp.nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

/** Attempts of a delivery that its log keeps. */
export const maxHistory = 20;

export const DeliveryAttempt = z.object({
  at: Timestamp,
  durationMs: z.number(),
  /** `null` without a response. */
  responseStatus: z.number().int().nullable(),
  /** For users; `null` if all of it succeeded. */
  error: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const WebhookDelivery = z.object({
  id: Id,
  event: DeliveryEvent,
  /** Title of the message, ticket or pull request that was sent; `null` if the content has none. */
  title: z.string().nullable(),
  /** Report of the event; `null` for a test. */
  reportId: Id.nullable(),
  /** `failed`: all attempts failed, and the delivery is not retried. */
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: count,
  /** Request that caused it (`X-Request-Id`), such as an upload; `null` if there was none. */
  requestId: z.string().nullable(),
  createdAt: Timestamp,
  /** Only set while the delivery is pending. */
  nextAttemptAt: Timestamp.nullable(),
  lastAttemptAt: Timestamp.nullable(),
  /** Duration of the last attempt in milliseconds, until its response was read. */
  durationMs: z.number().nullable(),
  /** Method and address of the last request, without secrets; `null` for webhooks, whose requests all go to their address. */
  request: z.string().nullable(),
  /** HTTP status of the last response; `null` without a response. */
  responseStatus: z.number().int().nullable(),
  /** First kilobyte of the last response. */
  responseBody: z.string().nullable(),
  /** Error message of the last attempt, for users. If it was delivered, a part was refused. */
  error: z.string().nullable(),
  /** The last attempts, oldest first. Those before it was sent again are included. */
  history: z.array(DeliveryAttempt).max(maxHistory),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Returns an error message for an invalid webhook address; `null` if it is valid. */
function addressProblem(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:\/\//i.test(text.trim()))
    return "Enter a web address that begins with https:// or http://";
  return url.username === "" && url.password === "" ? null : "The address must not contain a user name or password";
}

const noEvent = "Choose at least one event";

/** Returns errors that a form can show before it sends the webhook, with the same messages as the schemas. */
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
  .transform((input) => webhookEvents.filter((event) => input.includes(event)));
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
  /** If `secret` is missing, the server generates one. */
  body: z.object({ url, events, secret: secret.optional() }),
  response: success(
    z.object({
      webhook: Webhook,
      /** The generated secret; `null` if the caller provided one. */
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
  summary: "Delete a webhook; waiting events move to the list of failed deliveries",
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
  summary: "List deliveries of a webhook, newest first: from the last 30 days, up to 10,000",
  allow: "project:manage",
  params,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(30),
    /** `nextCursor` of the previous page. */
    cursor: Id.optional(),
  }),
  response: success(z.array(WebhookDelivery), { nextCursor: Id.nullable() }),
});

export const readWebhookDelivery = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId",
  summary: "Return a delivery with the sent body",
  allow: "project:manage",
  params: z.object({ projectId: Id, webhookId: Id, deliveryId: Id }),
  response: success(WebhookDelivery.extend({ body: z.string() })),
});

export const redeliverWebhook = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId/redeliver",
  summary: "Send the same body again as a new delivery",
  allow: "project:manage",
  params: z.object({ projectId: Id, webhookId: Id, deliveryId: Id }),
  response: success(WebhookDelivery),
});
