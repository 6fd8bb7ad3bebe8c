import {
  createTickets,
  findTickets,
  linkTicket,
  listTickets,
  listTrackers,
  previewTickets,
  unlinkTicket,
} from "@plumb/contract/integrations/tickets.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listTrackers, callers: "readers" },
  { endpoint: listTickets, callers: "readers" },
  // 404: a binding or a ticket of another project.
  {
    endpoint: previewTickets,
    callers: "users",
    status: 404,
    audit: "reads",
    sample: ({ otherId }) => ({ body: { bindingId: otherId, subjects: [{ groupId: 1 }] } }),
  },
  {
    endpoint: createTickets,
    callers: "users",
    status: 404,
    audit: ["ticket.created"],
    sample: ({ otherId }) => ({ body: { bindingId: otherId, tickets: [{ groupId: 1, title: "Broken" }] } }),
  },
  {
    endpoint: findTickets,
    callers: "users",
    status: 404,
    sample: ({ otherId }) => ({ query: { bindingId: String(otherId), text: "SHOP-1" } }),
  },
  {
    endpoint: linkTicket,
    callers: "users",
    status: 404,
    audit: ["ticket.linked"],
    sample: ({ otherId }) => ({ body: { bindingId: otherId, groupId: 1, trackerId: "1" } }),
  },
  { endpoint: unlinkTicket, callers: "users", status: 404, audit: ["ticket.unlinked"] },
];
