import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { plainLine } from "@plumb/contract/text/plain.ts";
import type { Ticket } from "./offers.ts";
import { ServiceError } from "./service-error.ts";

const maxTitle = 500;
const maxName = 200;

/**
 * Sanitizes a ticket for storage and display: short texts without control characters, and an http(s) address.
 *
 * @throws ServiceError for another address.
 */
export function checkedTicket(service: string, ticket: Ticket): Ticket {
  const { id, key, url, title, stateName, assignee } = ticket;
  const name = (text: string) => cut(plainLine(text.slice(0, 2 * maxName)), maxName);
  if (!isWebAddress(url) || url.length > 2000 || id.length > maxName)
    throw new ServiceError(`${service} sent a ticket whose address or id cannot be used.`, { scope: "request" });
  return {
    ...ticket,
    key: name(key),
    title: cut(plainLine(title.slice(0, 2 * maxTitle)), maxTitle),
    stateName: name(stateName),
    assignee: assignee === null ? null : name(assignee),
  };
}
