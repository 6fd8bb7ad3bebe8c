import { doneStatuses } from "@plumb/contract/items/item-labels.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { publish, writeNotifications } from "#inbox/notify.ts";
import type { Context } from "#core/context.ts";
import type { Db } from "#store/db.ts";
import { recordEvents } from "#store/items/history.ts";
import { lockItem, type StoredItem } from "#store/items/item-rows.ts";
import { type CountChange, countChanges, moveCounts, writeItem } from "#store/items/item-writes.ts";
import { watchersOfMany } from "#store/items/people.ts";
import { itemsOfReturnedFailures } from "#store/items/returned-failures.ts";
import type { StoredNotification } from "#store/people/notifications.ts";
import { projectById } from "#store/projects/projects.ts";
import { itemPath } from "./notices.ts";

/** Updates to publish after the commit. */
export interface Reopened {
  readonly items: number;
  readonly written: StoredNotification[];
}

interface Returned {
  readonly projectId: number;
  readonly run: { readonly id: number; readonly number: number };
  readonly now: Date;
}

/** Reopens items whose failure returned in this run after they were resolved or closed. */
export async function reopenReturned(transaction: Db, { projectId, run, now }: Returned): Promise<Reopened> {
  const returned = await itemsOfReturnedFailures(transaction, projectId, run.id);
  const written: Reopened["written"][number][] = [];
  // Updates counters at the end and in a fixed order, so that two such transactions cannot deadlock.
  const moved: CountChange[] = [];
  for (const id of returned) {
    const before = await lockItem(transaction, projectId, id);
    // The item may have been changed since the query.
    if (before === null || !(doneStatuses as readonly string[]).includes(before.status)) continue;
    const after = { ...before, status: "reopened" } as const;
    await writeItem(transaction, projectId, after, now);
    moved.push(...countChanges(before, after));
    const comment = `Reopened: the failure returned in report #${run.number}`;
    const event = { kind: "status", from: before.status, to: "reopened", comment, runId: run.id } as const;
    await recordEvents(transaction, projectId, id, { by: null, now, events: [event] });
    written.push(...(await notifyWatchers(transaction, { projectId, run, now }, before)));
  }
  await moveCounts(transaction, projectId, moved);
  return { items: moved.length, written };
}

/** Notifies open pages. Call it after the commit. */
export function announceReopened(context: Pick<Context, "bus">, projectId: number, { items, written }: Reopened): void {
  if (items === 0) return;
  context.bus.publish({ about: "annotations", projectId });
  publish(context, written);
}

async function notifyWatchers(transaction: Db, { projectId, run, now }: Returned, item: StoredItem) {
  const watchers = await watchersOfMany(transaction, projectId, [item.id]);
  if (watchers.length === 0) return [];
  const project = await projectById(transaction, projectId);
  const notice = {
    topic: "watched",
    title: `“${cut(item.title, 120)}” was reopened`,
    message: `Its failure returned in report #${run.number}.`,
    type: "annotation",
    projectId,
    annotationId: item.id,
    actionUrl: itemPath(projectId, item.id),
    metadata: {
      ...(project !== null && { projectName: project.name }),
      ...(item.dueDate !== null && { dueDate: item.dueDate }),
    },
  } as const;
  return writeNotifications(transaction, { userIds: watchers.map(({ userId }) => userId) }, notice, now);
}
