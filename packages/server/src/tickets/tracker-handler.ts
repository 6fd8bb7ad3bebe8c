import { bindingHandler } from "#connectors/bindings/binding-handler.ts";
import type { Ticket } from "#connectors/offers.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { storeTracked, ticketsOfCreation } from "#store/tickets/tickets.ts";
import { attachScreenshots } from "./attach-screenshots.ts";
import { TicketOperation } from "./operations.ts";

/** Creates tickets and changes them. */
export const trackerHandler = bindingHandler({
  kind: "tracker",

  async perform(context, { body, projectId }, { connection, binding, warn }) {
    const { tracker } = connectors[binding.connectorType];
    if (tracker === undefined) throw new OutgoingError("This connector has no tickets.");
    const operation = TicketOperation.parse(JSON.parse(body));
    if (operation.operation === "comment") {
      const { trackerId, content, address } = operation;
      // The response to an earlier attempt may have been lost after the tracker had stored the comment.
      if (address === null || !(await tracker.hasComment(connection, trackerId, address)))
        await tracker.comment(connection, trackerId, content);
      return null;
    }
    if (operation.operation === "reopen") {
      await tracker.changeState(connection, operation.trackerId, "open");
      return (await tracker.readMany(connection, [operation.trackerId])).get(operation.trackerId) ?? null;
    }
    const { ticket, ticketId, screenshots } = operation;
    const rows = await ticketsOfCreation(context.db, projectId, ticketId);
    // A failed delivery can be retried after its ticket was unlinked and another one was created.
    if (rows.length === 0)
      throw new ServiceError("The link to this ticket was removed, so it is not created.", { scope: "request" });
    if (rows.some(({ trackerId }) => trackerId !== null)) return null;
    // The response to an earlier attempt may have been lost after the tracker had created the ticket. The earlier attempt may belong to another
    // delivery, because a failed delivery can be resent as a new one.
    const earlier = await tracker.findCreated(connection, ticket.mark);
    if (earlier !== null) {
      if (screenshots.length > 0)
        warn("The ticket may lack screenshots, because the response to its creation was lost.");
      return earlier;
    }
    const created = await tracker.create(connection, ticket);
    const problem = await attachScreenshots(context, { projectId, tracker, connection, ticket: created, screenshots });
    if (problem !== null) warn(problem);
    return created;
  },

  async onDelivered(transaction, { projectId, body }, created, at) {
    const { ticketId } = TicketOperation.parse(JSON.parse(body));
    if (created !== null) await storeTracked(transaction, { projectId, id: ticketId }, created as Ticket, at);
  },
});
