import { formatCalendarDay } from "@plumb/contract/figures.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import { causeText } from "#failures/cause-text.ts";
import type { CauseOfRule } from "./causes-of-rule.ts";
import { causeUrl, type MessageScope } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import type { CauseInRun } from "#store/notification-rules/cause-events.ts";
import { failingSince, type FailingSince } from "#store/notification-rules/failing-since.ts";

/** Maximum number of causes to list in a message. */
const listed = 10;
/** Slack limits the length of a part, and ten causes can be longer. */
const perPart = 5;
/** Number of causes whose suspected commit is searched. Causes of one run often have the same. */
const withSuspects = 3;

/** Returns the list of new and returned causes, and how many more there are. */
export async function listNews(db: Db, scope: MessageScope, causes: readonly CauseOfRule[]): Promise<Block[]> {
  const items: (readonly Inline[])[] = [];
  for (const [index, cause] of causes.slice(0, listed).entries()) {
    const change = cause.state === "returned" ? "returned" : "failing";
    const text = await causeText(db, scope.projectId, cause, { change, withSuspect: index < withSuspects });
    const title = { text: text.title, url: causeUrl(scope, cause.groupId) };
    items.push([
      ...(cause.state === "new" ? ["New: "] : []),
      title,
      ` (${cause.class ?? "unclassified"}). ${text.sentence}`,
    ]);
  }
  return listWithRest(items, causes.length);
}

/** Returns the list of known causes with the run since which they fail. */
export async function listKnown(
  db: Db,
  scope: MessageScope,
  { causes, comparedId }: { readonly causes: readonly CauseOfRule[]; readonly comparedId: number },
): Promise<Block[]> {
  const visible = causes.slice(0, listed);
  const groupIds = visible.map(({ groupId }) => groupId);
  const began = await failingSince(db, scope.projectId, { runId: comparedId, groupIds });
  const items: (readonly Inline[])[] = [];
  for (const cause of visible) {
    const since = began.get(cause.groupId);
    const text = await causeText(db, scope.projectId, cause, { since: since === undefined ? null : sinceText(since) });
    items.push([{ text: text.title, url: causeUrl(scope, cause.groupId) }, `. ${text.sentence}`]);
  }
  return listWithRest(items, causes.length);
}

/** Returns the list of causes whose tests passed again. */
export async function listFixed(db: Db, scope: MessageScope, causes: readonly CauseInRun[]): Promise<Block[]> {
  const items: (readonly Inline[])[] = [];
  for (const cause of causes.slice(0, listed)) {
    const text = await causeText(db, scope.projectId, cause, { change: "fixed" });
    items.push([{ text: text.title, url: causeUrl(scope, cause.groupId) }, `. ${text.sentence}`]);
  }
  return listWithRest(items, causes.length);
}

function listWithRest(items: readonly (readonly Inline[])[], total: number): Block[] {
  if (items.length === 0) return [];
  const rest = total - items.length;
  const parts = [items.slice(0, perPart), items.slice(perPart)].filter(({ length }) => length > 0);
  return [
    ...parts.map((part) => ({ kind: "list", items: part }) as const),
    ...(rest > 0 ? [{ kind: "paragraph", content: [`and ${counted(rest, "more cause")}`] } as const] : []),
  ];
}

function sinceText({ number, branch, startedAt, atLeast }: FailingSince): string {
  const day = formatCalendarDay(startedAt.toISOString().slice(0, 10));
  return `run #${number}${branch === null ? "" : ` on ${branch}`} (${day})${atLeast ? " or earlier" : ""}`;
}
