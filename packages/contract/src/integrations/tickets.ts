import { z } from "zod";
import { bodyBytes, endpoint, Id, IdList, success, Timestamp } from "#endpoint.ts";
import { FailureClass } from "#failures/verdict.ts";
import { Block } from "#text/rich-text.ts";
import { ConnectorId } from "./connectors.ts";

const Count = z.number().int().nonnegative();

/** Number of runs without the failure after which a closed ticket counts as verified. */
export const quietRunsToVerify = 20;

/** A ticket in a tracker, about a cause or an analysis item. */
export const Ticket = z.object({
  id: Id,
  connector: ConnectorId,
  /** Cause that the ticket is about now, after merges; `null` for a ticket of an analysis item. */
  groupId: Id.nullable(),
  annotationId: Id.nullable(),
  title: z.string(),
  /** Such as `SHOP-12`; `null` until the tracker has created it. */
  key: z.string().nullable(),
  url: z.string().nullable(),
  /** `creating`: waits for the tracker. `failed`: the tracker rejected it. `gone`: it was deleted in the tracker. */
  state: z.enum(["creating", "failed", "open", "closed", "gone"]),
  /** Name of the state in the tracker. */
  stateName: z.string().nullable(),
  assignee: z.string().nullable(),
  /** The reason why it does not exist yet, or what it lacks, such as a screenshot; `null` if it is complete. */
  problem: z.string().nullable(),
  createdAt: Timestamp,
  closedAt: Timestamp.nullable(),
  /** Runs of its tests without the failure since it was closed, up to 20; `null` unless it is closed with a fix. With 20, it is verified. */
  quietRuns: Count.max(quietRunsToVerify).nullable(),
  /** True if the failure returned after the ticket was closed. */
  returned: z.boolean(),
});
export type Ticket = z.infer<typeof Ticket>;

/** A tracker that a project can create tickets in. */
export const ProjectTracker = z.object({
  bindingId: Id,
  connector: ConnectorId,
  /** Name of the connector, such as "Jira". */
  connectorName: z.string(),
  /** Name of the binding, such as `SHOP`. */
  name: z.string(),
});
export type ProjectTracker = z.infer<typeof ProjectTracker>;

/** A field of a new ticket, besides its title and description. */
export const TicketField = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["text", "number", "date", "choice", "choices"]),
  required: z.boolean(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type TicketField = z.infer<typeof TicketField>;

export const TicketDraft = z.object({
  groupId: Id.nullable(),
  annotationId: Id.nullable(),
  /** Class of the cause; `null` if it is unclassified, or if the item is about no cause. */
  primaryClass: FailureClass.nullable(),
  title: z.string(),
  description: z.array(Block),
  /** Number of screenshots that can be attached, at most 3. */
  screenshots: Count,
  /** Tickets that the cause has already. Another one is not created unless all were deleted. */
  existing: z.array(Ticket),
  /** Tickets of similar causes. */
  similar: z.array(Ticket),
});
export type TicketDraft = z.infer<typeof TicketDraft>;

/** Maximum number of tickets per request. */
export const maxNewTickets = 20;
export const maxTicketTitle = 200;

const params = z.object({ projectId: Id });
const subject = z
  .object({ groupId: Id.optional(), annotationId: Id.optional() })
  .refine(
    ({ groupId, annotationId }) => (groupId === undefined) !== (annotationId === undefined),
    "Choose a cause or an analysis item",
  );

export const listTrackers = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/trackers",
  summary: "List the trackers that a project can create tickets in",
  allow: "project:read",
  params,
  response: success(z.array(ProjectTracker)),
});

export const listTickets = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/tickets",
  summary: "List the tickets of causes and analysis items, newest first",
  allow: "project:read",
  params,
  query: z.object({
    /** One or several, separated by commas; at most 200. */
    groupIds: IdList.optional(),
    annotationId: Id.optional(),
    /** Report whose causes have the tickets. */
    reportId: Id.optional(),
  }),
  response: success(z.array(Ticket)),
});

export const previewTickets = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/tickets/preview",
  summary: "Preview tickets, with the fields that the tracker requires",
  allow: "project:triage",
  params,
  body: z.object({ bindingId: Id, subjects: z.array(subject).min(1).max(maxNewTickets) }),
  response: success(
    z.object({
      drafts: z.array(TicketDraft),
      fields: z.array(TicketField),
      /** True if the tracker takes files. */
      attachesFiles: z.boolean(),
    }),
  ),
});

export const createTickets = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/tickets",
  summary: "Create tickets; a cause that has one already keeps it",
  allow: "project:triage",
  params,
  body: z.object({
    bindingId: Id,
    tickets: z
      .array(
        subject.and(
          z.object({
            title: z.string().trim().min(1).max(maxTicketTitle),
            /** Other causes that share the ticket. Those that have a ticket already keep it. */
            alsoGroupIds: z
              .array(Id)
              .max(maxNewTickets - 1)
              .default([]),
          }),
        ),
      )
      .min(1)
      .max(maxNewTickets),
    /** Whether up to 3 screenshots are attached to each ticket, if the tracker takes files. */
    screenshots: z.boolean().default(false),
    /** Values of the tracker's fields, for all of these tickets. */
    fields: z
      .record(
        z.string().max(200),
        z
          .string()
          .max(4000)
          .or(z.array(z.string().max(200)).max(50)),
      )
      .refine((values) => Object.keys(values).length <= 20, "At most 20 fields")
      .meta({ maxProperties: 20 })
      .default({}),
  }),
  bodyBytes: bodyBytes.large,
  response: success(
    z.object({ created: z.array(Ticket), /** Tickets that existed already. */ existing: z.array(Ticket) }),
  ),
});

export const findTickets = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/tickets/find",
  summary: "Find tickets in a tracker by key, address or title",
  allow: "project:triage",
  params,
  query: z.object({ bindingId: z.coerce.number().int().positive(), text: z.string().trim().min(1).max(500) }),
  response: success(
    z.array(
      z.object({ trackerId: z.string(), key: z.string(), url: z.string(), title: z.string(), stateName: z.string() }),
    ),
  ),
});

export const linkTicket = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/tickets/link",
  summary: "Link an existing ticket to a cause or an analysis item",
  allow: "project:triage",
  params,
  body: subject.and(z.object({ bindingId: Id, trackerId: z.string().max(300) })),
  response: success(Ticket),
});

export const unlinkTicket = endpoint({
  method: "DELETE",
  path: "/api/analysis/projects/:projectId/tickets/:ticketId",
  summary: "Remove the link to a ticket; the ticket itself is not changed",
  allow: "project:triage",
  params: z.object({ projectId: Id, ticketId: Id }),
  response: success(z.null()),
});

/** Path that receives the webhooks of trackers. */
export const trackerWebhookPath = "/api/tracker-webhooks/:projectId/:bindingId";
