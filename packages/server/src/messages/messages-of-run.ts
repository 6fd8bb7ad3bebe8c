import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Inline } from "@plumb/contract/text/rich-text.ts";
import type { Message } from "#connectors/message.ts";
import { errorShown } from "#core/error-shown.ts";
import { matchesCause, matchesRun } from "#messages/conditions.ts";
import type { Db } from "#store/db.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";
import { type FailedCause, failedCauses, type RunFacts } from "#store/notification-rules/run-facts.ts";
import { previousOnBranch } from "#store/runs/base-run.ts";

/** A message of a rule. */
export interface RuleMessage {
  readonly event: RuleEvent;
  /** The same event has the same key, so that it is sent once. */
  readonly key: string;
  readonly at: Date;
  /** Messages with the same subject belong to one thread. */
  readonly subject: string | null;
  readonly message: Message;
}

/** Causes of a run that are read, and those that a message lists. */
const maxCauses = 200;
const listed = 10;

interface Place {
  readonly projectId: number;
  readonly publicUrl: string;
}

/** A run with its causes, for all rules of its project. */
export interface ReadRun {
  readonly run: RunFacts;
  readonly previousStatus: "completed" | "failed" | null;
  /** Causes that match no condition are included. */
  readonly causes: readonly FailedCause[];
  readonly totalCauses: number;
  readonly muted: number;
}

export async function readRun(db: Db, projectId: number, run: RunFacts): Promise<ReadRun> {
  const previous = await previousOnBranch(db, projectId, run.id);
  const given = { runId: run.id, previousId: previous?.id ?? null, limit: maxCauses };
  const found = run.failed > 0 ? await failedCauses(db, projectId, given) : { causes: [], total: 0, muted: 0 };
  return {
    run,
    previousStatus: previous?.status ?? null,
    causes: found.causes,
    totalCauses: found.total,
    muted: found.muted,
  };
}

/** Returns the messages of a rule about a run, with the same result whenever it is called. */
export function messagesOfRun(
  place: Place,
  { events, conditions }: Pick<RuleFilter, "conditions" | "events">,
  read: ReadRun,
): RuleMessage[] {
  const { run, previousStatus } = read;
  if (!matchesRun(conditions, run)) return [];
  const narrowed = conditions.owner.length > 0 || conditions.class.length > 0;
  const causes = read.causes.filter((cause) => matchesCause(conditions, cause));
  const messages: RuleMessage[] = [];
  const event = runEvent(events, run, previousStatus);
  // A rule for owners or classes is only about runs that failed with one of their causes.
  if (event !== null && (!narrowed || causes.length > 0))
    messages.push({
      event,
      key: `run:${run.id}:${run.status === "failed" ? "failed" : event}`,
      at: run.endedAt,
      subject: null,
      message: aboutRun(place, { event, read, causes }),
    });
  for (const cause of causes) {
    const about = cause.isFirst ? "cause.new" : cause.failedBefore ? null : "cause.returned";
    if (about !== null && events.includes(about) && !cause.inIncident)
      messages.push({
        event: about,
        // Two runs at the same time can both be the first.
        key: `cause:${cause.groupId}:${about}${about === "cause.new" ? "" : `:${run.id}`}`,
        at: run.endedAt,
        subject: `cause:${cause.groupId}`,
        message: aboutCause(place, { event: about, run, cause }),
      });
  }
  return messages;
}

/** A run causes one message: about its failure or recovery if the rule asks for that, otherwise about its end. */
function runEvent(
  events: readonly RuleEvent[],
  { status, failed }: RunFacts,
  previousStatus: ReadRun["previousStatus"],
): RuleEvent | null {
  const isRed = status === "failed" || failed > 0;
  if (isRed && events.includes("run.failed")) return "run.failed";
  if (status === "completed" && previousStatus === "failed" && events.includes("run.recovered")) return "run.recovered";
  return events.includes("run.finished") ? "run.finished" : null;
}

function aboutRun(
  { projectId, publicUrl }: Place,
  { event, read, causes }: { event: RuleEvent; read: ReadRun; causes: readonly FailedCause[] },
): Message {
  const { run, muted, totalCauses } = read;
  const isRed = run.status === "failed" || run.failed > 0;
  const news = causes.filter(({ isFirst, failedBefore, inIncident }) => !inIncident && (isFirst || !failedBefore));
  const url = `${publicUrl}/reports/${run.id}`;
  const outcome =
    run.status === "interrupted"
      ? "was interrupted"
      : isRed
        ? "failed"
        : event === "run.recovered"
          ? "passed again"
          : "passed";
  return {
    title: `${cut(run.suite, 100)} #${run.number} ${outcome}${isRed ? `: ${counted(run.failed, "failure")}` : ""}`,
    url,
    tone: isRed ? "failure" : run.status === "interrupted" ? "warning" : "success",
    facts: factsOf(run),
    blocks: [
      ...(news.length === 0
        ? []
        : [
            {
              kind: "list",
              items: news.slice(0, listed).map((cause) => causeLine({ projectId, publicUrl }, cause)),
            } as const,
          ]),
      ...(news.length > listed
        ? [{ kind: "paragraph", content: [`and ${counted(news.length - listed, "more cause")}`] } as const]
        : []),
    ],
    actions: [{ label: "Open the report", url }],
    footer: leftOut({
      known: causes.filter(({ isFirst, failedBefore, inIncident }) => !inIncident && !isFirst && failedBefore).length,
      incident: causes.filter(({ inIncident }) => inIncident).length,
      other: totalCauses - causes.length,
      muted,
    }),
  };
}

function aboutCause(
  { projectId, publicUrl }: Place,
  { event, run, cause }: { event: RuleEvent; run: RunFacts; cause: FailedCause },
): Message {
  const url = causeUrl({ projectId, publicUrl }, cause);
  const text = errorShown(cause.message);
  return {
    title: `${event === "cause.new" ? "New cause" : "Back again"}: ${cut(text, 200)}`,
    url,
    tone: event === "cause.new" ? "failure" : "warning",
    facts: [
      ...(cause.class === null ? [] : [{ label: "Class", value: cause.class }]),
      { label: "Tests", value: String(cause.tests) },
      ...(cause.owners.length === 0 ? [] : [{ label: "Owner", value: cause.owners.join(", ") }]),
      ...factsOf(run),
    ],
    blocks: [{ kind: "code", text: cut(cause.message, 1500) }],
    actions: [
      { label: "Open the cause", url },
      { label: `Report #${run.number}`, url: `${publicUrl}/reports/${run.id}` },
    ],
    footer: null,
  };
}

function factsOf({ suite, environment, branch }: RunFacts): Message["facts"] {
  return [
    { label: "Suite", value: suite },
    { label: "Environment", value: environment },
    ...(branch === null ? [] : [{ label: "Branch", value: branch }]),
  ];
}

function causeLine(place: Place, cause: FailedCause): readonly Inline[] {
  const about = [
    cause.class ?? "unclassified",
    counted(cause.tests, "test"),
    ...(cause.owners.length === 0 ? [] : [cause.owners.join(", ")]),
  ];
  return [
    cause.isFirst ? "New: " : "Back: ",
    { text: cut(errorShown(cause.message), 200), url: causeUrl(place, cause) },
    ` (${about.join(", ")})`,
  ];
}

function causeUrl({ projectId, publicUrl }: Place, { groupId }: FailedCause): string {
  return `${publicUrl}/defects?group=${groupId}&project=${projectId}`;
}

function leftOut(given: { known: number; incident: number; other: number; muted: number }): string | null {
  const parts = [
    given.known > 0 ? counted(given.known, "known cause") : null,
    given.incident > 0 ? counted(given.incident, "cause") + " of an incident" : null,
    given.other > 0 ? counted(given.other, "cause") + " that this rule does not match" : null,
    given.muted > 0 ? counted(given.muted, "muted failure") : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `Not listed: ${parts.join(", ")}.`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
