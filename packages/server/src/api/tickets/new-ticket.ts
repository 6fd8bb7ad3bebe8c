import { sharedDescription } from "./drafts.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import type { Db } from "#store/db.ts";
import { screenshotsOfCause } from "#store/results/screenshots-of-cause.ts";
import {
  causesOfItem,
  ticketsOfCauses,
  ticketsOfItem,
  type TicketRow,
  type TicketSubject,
} from "#store/tickets/tickets.ts";

/** Maximum number of screenshots per ticket. */
const maxScreenshots = 3;

interface TicketInput {
  readonly title: string;
  readonly subject: TicketSubject;
  /** Other causes that share the ticket. */
  readonly alsoGroupIds: readonly number[];
  /** Whether screenshots are attached. */
  readonly attaches: boolean;
}

/** A ticket to be created. */
interface PreparedTicket {
  readonly title: string;
  readonly subjects: readonly TicketSubject[];
  readonly description: readonly Block[];
  readonly screenshots: readonly number[];
}

/** Returns a ticket with its description and screenshots. A cause that has a ticket already keeps it, and is not described in the new one. */
export async function newTicket(
  db: Db,
  scope: Parameters<typeof sharedDescription>[1],
  { title, subject, alsoGroupIds, attaches }: TicketInput,
): Promise<PreparedTicket> {
  const { projectId } = scope;
  const owner = await ticketOwner(db, projectId, subject);
  const others = [...new Set(alsoGroupIds)].filter((groupId) => groupId !== owner.groupId);
  const also = others.map((groupId) => ({ groupId, annotationId: null }));
  const subjects = [{ subject, owner }, ...also.map((other) => ({ subject: other, owner: other }))];
  const described: typeof subjects = [];
  for (const each of subjects) {
    const tickets = await ticketsOf(db, projectId, each.owner);
    if (tickets.every(({ state }) => state === "gone")) described.push(each);
  }
  const owners = described.map((each) => each.owner);
  const origins = described.map((each) => each.subject);
  return {
    title,
    subjects: subjects.map((each) => each.owner),
    description: await sharedDescription(db, scope, origins),
    screenshots: attaches ? await screenshotsOf(db, projectId, owners) : [],
  };
}

export function ticketsOf(db: Db, projectId: number, { groupId, annotationId }: TicketSubject): Promise<TicketRow[]> {
  return groupId === null ? ticketsOfItem(db, projectId, annotationId) : ticketsOfCauses(db, projectId, [groupId]);
}

/** Returns the screenshots for a ticket about these subjects: one of each cause first. */
export async function screenshotsOf(
  db: Db,
  projectId: number,
  subjects: readonly TicketSubject[],
): Promise<readonly number[]> {
  const ofCauses: number[][] = [];
  for (const { groupId } of subjects)
    if (groupId !== null) ofCauses.push(await screenshotsOfCause(db, projectId, { groupId, limit: maxScreenshots }));
  const inTurn = Array.from({ length: maxScreenshots }, (_, index) => ofCauses.flatMap((ids) => ids[index] ?? []));
  return [...new Set(inTurn.flat())].slice(0, maxScreenshots);
}

/** Returns the subject to which a ticket belongs: the cause of an analysis item about a cause, so that a cause has one ticket. */
export async function ticketOwner(db: Db, projectId: number, subject: TicketSubject): Promise<TicketSubject> {
  if (subject.annotationId === null) return subject;
  const [groupId] = await causesOfItem(db, projectId, subject.annotationId);
  return groupId === undefined ? subject : { groupId, annotationId: null };
}
