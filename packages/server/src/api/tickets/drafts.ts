import { applyClass } from "@plumb/analysis/classification/applied-class.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { maxTicketTitle } from "@plumb/contract/integrations/tickets.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import { ApiError } from "#core/api-error.ts";
import { errorDisplay } from "#core/error-shown.ts";
import { type CauseText, causeTexts } from "#failures/cause-text.ts";
import { presentClass } from "#failures/verdict.ts";
import type { Db } from "#store/db.ts";
import { type GroupRow, groupRows } from "#store/failures/failure-rows.ts";
import { errorsOfGroup } from "#store/failures/groups/group-details.ts";
import { latestFailuresOf } from "#store/failures/latest-of-group.ts";
import { causeDetails } from "#store/notification-rules/cause-details.ts";
import { itemsById } from "#store/items/item-rows.ts";
import type { TicketSubject } from "#store/tickets/tickets.ts";

const visibleTests = 10;
const errorCharacters = 4000;

/** Title and description of a new ticket. */
export interface Draft {
  /** `null` for failures without a class and for items. */
  readonly primaryClass: FailureClass | null;
  readonly title: string;
  readonly description: readonly Block[];
}

interface Scope {
  readonly projectId: number;
  readonly publicUrl: string;
}

/**
 * Describes the subject of a ticket.
 *
 * @throws ApiError if it does not exist.
 */
export async function draftOf(db: Db, scope: Scope, subject: TicketSubject): Promise<Draft> {
  return subject.groupId === null
    ? draftOfItem(db, scope, subject.annotationId)
    : draftOfCause(db, scope, subject.groupId);
}

/** Returns the description of a ticket about several subjects: one section for each. */
export async function sharedDescription(
  db: Db,
  scope: Scope,
  subjects: readonly TicketSubject[],
): Promise<readonly Block[]> {
  const drafts: Draft[] = [];
  for (const subject of subjects) drafts.push(await draftOf(db, scope, subject));
  const [only] = drafts;
  if (only !== undefined && drafts.length === 1) return only.description;
  return drafts.flatMap(({ title, description }) => [{ kind: "heading", text: title } as const, ...description]);
}

async function draftOfItem(db: Db, { projectId, publicUrl }: Scope, id: number): Promise<Draft> {
  const [item] = await itemsById(db, projectId, [id]);
  if (item === undefined) throw new ApiError("not_found", "This analysis item does not exist.");
  const page = {
    text: "Open the analysis item in Plumb",
    url: `${publicUrl}/analysis?annotation=${id}&project=${projectId}`,
  };
  const groupId = item.subject?.groupId ?? null;
  const row = groupId === null ? undefined : (await groupRows(db, projectId, [groupId])).get(groupId);
  const scope = { projectId, publicUrl };
  const cause = row === undefined ? [] : await blocksOfCause(db, scope, row, await textOfCause(db, scope, row.id));
  return {
    primaryClass: row === undefined ? null : classOf(row).primaryClass,
    title: cut(item.title, maxTicketTitle),
    description: [
      ...(item.message === "" ? [] : [{ kind: "paragraph", content: [item.message] } as const]),
      ...cause,
      { kind: "paragraph", content: [page] },
    ],
  };
}

async function draftOfCause(db: Db, scope: Scope, groupId: number): Promise<Draft> {
  const row = (await groupRows(db, scope.projectId, [groupId])).get(groupId);
  if (row === undefined) throw new ApiError("not_found", "This cause does not exist, or was merged into another one.");
  const text = await textOfCause(db, scope, groupId);
  return {
    primaryClass: classOf(row).primaryClass,
    title: cut(text?.title ?? errorDisplay(row.message), maxTicketTitle),
    description: await blocksOfCause(db, scope, row, text),
  };
}

async function textOfCause(db: Db, scope: Scope, groupId: number): Promise<CauseText | undefined> {
  const cause = (await causeDetails(db, scope.projectId, [groupId])).get(groupId);
  if (cause === undefined) return undefined;
  const [text] = await causeTexts(db, scope, [{ ...cause, state: null }], { upTo: "latest" });
  return text;
}

async function blocksOfCause(
  db: Db,
  { projectId, publicUrl }: Scope,
  row: GroupRow,
  text: CauseText | undefined,
): Promise<Block[]> {
  const groupId = row.id;
  const [main] = await errorsOfGroup(db, projectId, { groupId, limit: 1 });
  const tests = await latestFailuresOf(db, projectId, { groupId, limit: visibleTests + 1 });
  const runLink = ({ id, number }: { id: number; number: number }) => ({
    text: `report #${number}`,
    url: `${publicUrl}/reports/${id}`,
  });
  const pictured = tests.find(({ hasScreenshot }) => hasScreenshot);
  const facts: Inline[][] = [
    ["Class: ", classText(row)],
    ["First seen: ", runLink(row.firstRun), `, ${day(row.firstSeen)}`],
    ["Last seen: ", runLink(row.lastRun), `, ${day(row.lastSeen)}`],
    ...(pictured === undefined
      ? []
      : [[{ text: "Screenshot", url: `${publicUrl}/reports/${pictured.runId}?result=${pictured.resultId}` }]]),
  ];
  const evidence = main?.verdict.evidence ?? [];
  return [
    ...(text === undefined || text.line.length === 0 ? [] : [{ kind: "paragraph", content: text.line } as const]),
    { kind: "code", text: cut(row.message, errorCharacters) },
    { kind: "list", items: facts },
    ...(evidence.length === 0
      ? []
      : ([
          { kind: "heading", text: "Evidence" },
          { kind: "list", items: evidence.slice(0, 5).map((line) => [{ code: cut(line, 300) }]) },
        ] as const)),
    { kind: "heading", text: "Failing tests" },
    {
      kind: "list",
      items: [
        ...tests
          .slice(0, visibleTests)
          .map(({ test, runId, resultId }) => [
            { text: cut(test, 300), url: `${publicUrl}/reports/${runId}?result=${resultId}` },
          ]),
        ...(tests.length > visibleTests ? [["and more"]] : []),
      ],
    },
    {
      kind: "paragraph",
      content: [{ text: "Open the cause in Plumb", url: `${publicUrl}/defects?group=${groupId}&project=${projectId}` }],
    },
  ];
}

function classOf(group: GroupRow) {
  return presentClass(applyClass({ group }));
}

function classText(group: GroupRow): string {
  const { primaryClass, confidence } = classOf(group);
  if (primaryClass === null) return "unclassified";
  return confidence === null ? primaryClass : `${primaryClass} (${confidence}%)`;
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
