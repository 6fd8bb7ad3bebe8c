import { FailureWindow } from "@plumb/contract/failures/failure-window.ts";
import {
  createTickets,
  findTickets,
  linkTicket,
  listTickets,
  listTrackers,
  previewTickets,
  type Ticket,
  unlinkTicket,
} from "@plumb/contract/integrations/tickets.ts";
import { countOutgoing } from "#api/outgoing-limit.ts";
import { accountProblem } from "#connectors/bindings/open-connection.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { likelyDuplicates } from "#failures/likely-duplicates.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import type { Caller } from "#http/caller.ts";
import type { FailureIndex } from "#read-models/failures/failure-index.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { bindingsOf } from "#store/integrations/bindings.ts";
import { connectorRows } from "#store/integrations/connectors.ts";
import {
  causesOfItem,
  causesOfRun,
  deleteTicket,
  ticketsById,
  ticketsOfCauses,
  ticketsOfItem,
  type TicketSubject,
} from "#store/tickets/tickets.ts";
import { createTicket, linkExisting, ticketAuditEntry } from "#tickets/create-ticket.ts";
import { selectionOf } from "#api/failures/failure-window.ts";
import { checkFields } from "./check-fields.ts";
import { draftOf } from "./drafts.ts";
import { newTicket, screenshotsOf, ticketOwner, ticketsOf } from "./new-ticket.ts";
import { asking, trackerBinding } from "./tracker-binding.ts";
import { presentTickets } from "./present-tickets.ts";

type Needs = "bus" | "clock" | "db" | "failureIndex" | "outgoing" | "outgoingLimit" | "publicUrl" | "secretBox";

export function ticketRoutes(api: Api<Needs>): void {
  api.route(listTrackers, async ({ context: { db }, projectId }) => {
    const byId = new Map((await connectorRows(db, projectId)).map((row) => [row.id, row]));
    const usable = (await bindingsOf(db, projectId)).filter(
      (binding) =>
        binding.offer === "tracker" &&
        binding.enabled &&
        accountProblem(binding, byId.get(binding.connectorId ?? 0) ?? null) === null,
    );
    return {
      data: usable.map(({ id, connectorType, name }) => ({
        bindingId: id,
        connector: connectorType,
        connectorName: connectors[connectorType].name,
        name,
      })),
    };
  });

  api.route(listTickets, async ({ context: { db }, projectId, query }) => {
    const { groupIds = [], annotationId, reportId } = query;
    const ofItem = annotationId === undefined ? [] : await ticketsOfItem(db, projectId, annotationId);
    const inReport = reportId === undefined ? [] : await causesOfRun(db, projectId, reportId);
    const ofItsCause = annotationId === undefined ? [] : await causesOfItem(db, projectId, annotationId);
    const ofCauses = await ticketsOfCauses(db, projectId, [...groupIds, ...inReport, ...ofItsCause]);
    return { data: await presentTickets(db, [...ofCauses, ...ofItem]) };
  });
}

/** Routes that create tickets in a tracker. */
export function newTicketRoutes(api: Api<Needs>): void {
  api.route(previewTickets, async ({ context, projectId, body, caller, now }) => {
    const { db } = context;
    const binding = await trackerBinding(context, projectId, body.bindingId);
    countOutgoing({ context, caller }, projectId, "ticket-preview");
    const fields = await asking(context, binding, ({ tracker, connection }) => tracker.describe(connection));
    const scope = { projectId, publicUrl: context.publicUrl() };
    const subjects = body.subjects.map(subjectOf);
    const owners = await Promise.all(subjects.map((subject) => ticketOwner(db, projectId, subject)));
    const similar = await similarCauses(context.failureIndex, { projectId, caller, now }, owners);
    const drafts = await Promise.all(
      subjects.map(async (subject, index) => {
        const { primaryClass, title, description } = await draftOf(db, scope, subject);
        const owner = owners[index] ?? subject;
        const others = owner.groupId === null ? [] : (similar.get(owner.groupId) ?? []);
        return {
          ...subject,
          primaryClass,
          title,
          description: [...description],
          screenshots: (await screenshotsOf(db, projectId, [owner])).length,
          existing: await presentTickets(db, await ticketsOf(db, projectId, owner)),
          similar: await presentTickets(db, await ticketsOfCauses(db, projectId, others)),
        };
      }),
    );
    const attachesFiles = connectors[binding.connectorType].tracker?.attachFile !== undefined;
    return {
      data: { drafts, fields: fields.map((field) => ({ ...field, choices: [...field.choices] })), attachesFiles },
    };
  });

  api.route(createTickets, async (call) => {
    const { context, projectId, body, now } = call;
    const { db } = context;
    const binding = await trackerBinding(context, projectId, body.bindingId);
    if (Object.keys(body.fields).length > 0) {
      countOutgoing(call, projectId, "ticket-fields");
      const offered = await asking(context, binding, ({ tracker, connection }) => tracker.describe(connection));
      checkFields(offered, body.fields);
    }
    const actor = actorOf(call);
    const created: number[] = [];
    const existing: number[] = [];
    const attaches = body.screenshots && connectors[binding.connectorType].tracker?.attachFile !== undefined;
    const scope = { projectId, publicUrl: context.publicUrl() };
    for (const input of body.tickets) {
      const ticket = await newTicket(db, scope, { ...input, subject: subjectOf(input), attaches });
      const result = await createTicket(db, { ...ticket, binding, fields: body.fields, actor, now });
      created.push(...result.created);
      existing.push(...result.existing);
    }
    context.bus.publish({ about: "jobs" });
    context.bus.publish({ about: "annotations", projectId });
    return {
      data: { created: await present(db, projectId, created), existing: await present(db, projectId, existing) },
    };
  });
}

/** Routes for tickets that exist in the tracker already. */
export function linkedTicketRoutes(api: Api<Needs>): void {
  api.route(findTickets, async ({ context, projectId, query, caller }) => {
    const binding = await trackerBinding(context, projectId, query.bindingId);
    countOutgoing({ context, caller }, projectId, "ticket-search");
    const found = await asking(context, binding, ({ tracker, connection }) => tracker.find(connection, query.text));
    return { data: found.map(({ id, key, url, title, stateName }) => ({ trackerId: id, key, url, title, stateName })) };
  });

  api.route(linkTicket, async (call) => {
    const { context, projectId, body, now } = call;
    const binding = await trackerBinding(context, projectId, body.bindingId);
    countOutgoing(call, projectId, "ticket-link");
    const tracked = await asking(context, binding, ({ tracker, connection }) =>
      tracker.readOwn(connection, body.trackerId),
    );
    if (tracked === null)
      throw new ApiError(
        "not_found",
        `${connectors[binding.connectorType].name} has no such ticket in ${binding.name}.`,
      );
    const subject = await ticketOwner(context.db, projectId, subjectOf(body));
    const creation = { binding, subjects: [subject], tracked, actor: actorOf(call), now };
    const { created, existing } = await linkExisting(context.db, creation);
    const [ticket] = await present(context.db, projectId, [...created, ...existing]);
    if (created.length === 0)
      throw new ApiError("conflict", `This already has the ticket ${ticket?.key ?? ticket?.title ?? ""}.`);
    context.bus.publish({ about: "annotations", projectId });
    return { data: ticket as Ticket };
  });

  api.route(unlinkTicket, async (call) => {
    const { context, projectId, params } = call;
    const [row] = await ticketsById(context.db, projectId, [params.ticketId]);
    if (row === undefined) throw new ApiError("not_found", "This ticket is not linked in this project.");
    if (row.state === "creating" && !row.deliveryFailed)
      throw new ApiError(
        "conflict",
        "This ticket is being created. Wait until the tracker has it, or until it has failed.",
      );
    await context.db.transaction().execute(async (transaction) => {
      await deleteTicket(transaction, projectId, row.id);
      await recordAudit(transaction, actorOf(call), ticketAuditEntry("ticket.unlinked", row));
    });
    context.bus.publish({ about: "annotations", projectId });
    return { data: null };
  });
}

async function present(db: Context["db"], projectId: number, ids: readonly number[]): Promise<Ticket[]> {
  return presentTickets(db, await ticketsById(db, projectId, ids));
}

function subjectOf({
  groupId,
  annotationId,
}: {
  groupId?: number | undefined;
  annotationId?: number | undefined;
}): TicketSubject {
  return groupId === undefined ? { groupId: null, annotationId: annotationId ?? 0 } : { groupId, annotationId: null };
}

/** Returns the causes of the last 30 days that are probably the same as the given ones, by cause. */
async function similarCauses(
  index: FailureIndex,
  call: { projectId: number; caller: Caller; now: Date },
  subjects: readonly TicketSubject[],
): Promise<Map<number, number[]>> {
  const similar = new Map<number, number[]>();
  const requested = new Set(subjects.flatMap(({ groupId }) => groupId ?? []));
  if (requested.size === 0) return similar;
  const { shown } = await likelyDuplicates(index, selectionOf(FailureWindow.parse({}), call));
  for (const { causes } of shown) {
    const [one, other] = causes;
    if (requested.has(one.id)) similar.set(one.id, [...(similar.get(one.id) ?? []), other.id]);
    if (requested.has(other.id)) similar.set(other.id, [...(similar.get(other.id) ?? []), one.id]);
  }
  return similar;
}
