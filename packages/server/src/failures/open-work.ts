import { type ItemStatus, openStatuses } from "@plumb/contract/items/item-labels.ts";
import type { Db } from "#store/db.ts";
import { type ItemOfCause, itemsOfCauses } from "#store/failures/suspects/related-causes.ts";
import { ticketsOfCauses } from "#store/tickets/tickets.ts";

interface OpenWork {
  readonly ticket: { readonly key: string; readonly url: string | null } | null;
  readonly item: ItemOfCause | null;
}

/** Reads the latest open ticket and the latest open analysis item about each cause. */
export async function openWorkOn(
  db: Db,
  projectId: number,
  groupIds: readonly number[],
): Promise<(groupId: number | null) => OpenWork> {
  const tickets = await ticketsOfCauses(db, projectId, groupIds);
  const items = await itemsOfCauses(db, projectId, groupIds);
  return (groupId) => {
    const ticket = tickets.find((one) => one.groupId === groupId && one.key !== null && one.state === "open");
    const item = items.find((one) => one.groupId === groupId && isOpen(one));
    return {
      ticket: ticket === undefined ? null : { key: ticket.key ?? "", url: ticket.url },
      item: item ?? null,
    };
  };
}

function isOpen({ status }: { readonly status: ItemStatus }): boolean {
  return (openStatuses as readonly ItemStatus[]).includes(status);
}
