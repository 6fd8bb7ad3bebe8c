import { counted } from "@plumb/contract/text/counted.ts";
import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import { type CauseText, causeTexts, type CauseToDescribe } from "#failures/cause-text.ts";
import type { CauseOfRule } from "./causes-of-rule.ts";
import { causeUrl, type MessageScope } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import type { CauseInRun } from "#store/notification-rules/cause-events.ts";

/** Maximum number of causes to list in a message. */
const listed = 10;
/** Slack limits the length of a part, and ten causes can be longer. */
const perPart = 3;

/** Returns the list of new and returned causes, and how many more there are. */
export async function listNews(db: Db, scope: MessageScope, causes: readonly CauseOfRule[]): Promise<Block[]> {
  return list(db, scope, causes.map(described), (cause, link) => [
    ...(cause.state === "new" ? ["New: "] : []),
    link,
    ` (${cause.class ?? "unclassified"}). `,
  ]);
}

/** Returns the list of known causes. */
export async function listKnown(db: Db, scope: MessageScope, causes: readonly CauseOfRule[]): Promise<Block[]> {
  return list(db, scope, causes.map(described), (_, link) => [link, ". "]);
}

/** Returns the list of causes whose tests passed again. */
export async function listFixed(db: Db, scope: MessageScope, causes: readonly CauseInRun[]): Promise<Block[]> {
  return list(db, scope, causes.map(fixed), (_, link) => [link, ". "]);
}

const states = { new: "new", returned: "back", known: "known", incident: "known" } as const;

export function described(cause: CauseOfRule) {
  return { ...cause, state: states[cause.state] };
}

export function fixed(cause: CauseInRun) {
  return { ...cause, state: "resolved" as const };
}

async function list<Cause extends CauseToDescribe>(
  db: Db,
  scope: MessageScope,
  causes: readonly Cause[],
  head: (cause: Cause, link: Inline) => readonly Inline[],
): Promise<Block[]> {
  const visible = causes.slice(0, listed);
  const texts = await causeTexts(db, scope, visible, { upTo: "run" });
  const items = visible.map((cause, index) => {
    const { title, line } = texts[index] as CauseText;
    return [...head(cause, { text: title, url: causeUrl(scope, cause.groupId) }), ...line];
  });
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
