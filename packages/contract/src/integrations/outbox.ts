import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { bindingOffers } from "./binding-offer.ts";
import { WebhookDelivery } from "./webhooks.ts";

/** Kinds of destinations that the outbox sends to: webhooks, mails to users, and bindings by what their connector offers. */
export const DestinationKind = z.enum(["webhook", "mail", ...bindingOffers]);
export type DestinationKind = z.infer<typeof DestinationKind>;

export const DestinationState = z.enum(["open", "disabled", "removed"]);
export type DestinationState = z.infer<typeof DestinationState>;

/** A delivery that is not retried, with its destination. */
export const FailedDelivery = WebhookDelivery.extend({
  destination: z.object({
    kind: DestinationKind,
    id: Id,
    /** Address without its path, which may be secret; the recipient of a mail to a user. */
    name: z.string(),
    /** Only deliveries to open destinations can be sent again. */
    state: DestinationState,
  }),
});
export type FailedDelivery = z.infer<typeof FailedDelivery>;

const params = z.object({ projectId: Id });
const count = z.number().int().nonnegative();

const page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(30),
  /** `nextCursor` of the previous page. */
  cursor: Id.optional(),
});
const failedPage = success(z.array(FailedDelivery), {
  nextCursor: Id.nullable(),
  total: count,
  /** Number of those whose destination is open. */
  sendable: count,
});

export const listFailedDeliveries = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/deliveries/failed",
  summary: "List events of the last 30 days that could not be delivered, newest first",
  allow: "project:manage",
  params,
  query: page,
  response: failedPage,
});

export const resendFailedDeliveries = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/deliveries/failed/resend",
  summary: "Queue all failed deliveries to open destinations again, with their ids",
  allow: "project:manage",
  params,
  response: success(z.object({ queued: count })),
});

export const dismissFailedDeliveries = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/deliveries/failed/dismiss",
  summary: "Remove all deliveries from the list of failed deliveries; they stay in the log",
  allow: "project:manage",
  params,
  response: success(z.object({ dismissed: count })),
});

export const listFailedMails = endpoint({
  method: "GET",
  path: "/api/deliveries/failed",
  summary: "List emails to people of the last 30 days that could not be delivered, newest first",
  allow: "admin",
  query: page,
  response: failedPage,
});

export const resendFailedMails = endpoint({
  method: "POST",
  path: "/api/deliveries/failed/resend",
  summary: "Queue all failed emails to people again, with their ids",
  allow: "admin",
  response: success(z.object({ queued: count })),
});

export const dismissFailedMails = endpoint({
  method: "POST",
  path: "/api/deliveries/failed/dismiss",
  summary: "Remove all emails to people from the list of failed deliveries",
  allow: "admin",
  response: success(z.object({ dismissed: count })),
});
