import { counted } from "@plumb/contract/text/counted.ts";
import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Message } from "#connectors/message.ts";
import { listKnown, listNews } from "./cause-lines.ts";
import { type CauseOfRule, isNews } from "./causes-of-rule.ts";
import type { ReadRun } from "./read-runs.ts";
import type { MessageScope } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";

/** @param causes The causes that the rule matches. */
export async function aboutRun(
  db: Db,
  scope: MessageScope,
  { event, read, causes }: { event: RuleEvent; read: ReadRun; causes: readonly CauseOfRule[] },
): Promise<Message> {
  const { run } = read;
  const isRed = run.status === "failed" || run.failed > 0;
  const news = causes.filter(isNews);
  const known = causes.filter(({ state }) => state === "known");
  const listsKnown = news.length === 0 && known.length > 0;
  const url = reportUrl(scope, run);
  return {
    title: `${nameOf(run)} ${outcomeOf(event, run)}${listsKnown && isComplete(read) ? ", none new" : ""}`,
    url,
    tone: isRed ? "failure" : run.status === "interrupted" || run.total === 0 ? "warning" : "success",
    facts: runDetails(run),
    blocks: listsKnown ? await listKnown(db, scope, known) : await listNews(db, scope, news),
    actions: [{ label: "Open the report", url }],
    footer: leftOut({
      known: listsKnown ? 0 : known.length,
      incident: causes.filter(({ state }) => state === "incident").length,
      other: read.total - causes.length,
      muted: read.muted,
    }),
  };
}

/** Returns true if all failures of the run have a cause that failed before. */
function isComplete({ causes, total, run }: ReadRun): boolean {
  return run.failed > 0 && causes.length === total && causes.every(({ failedBefore }) => failedBefore);
}

export function reportUrl({ publicUrl }: MessageScope, { id }: Pick<RunForRules, "id">): string {
  return `${publicUrl}/reports/${id}`;
}

/** Returns the suite and the number of a run. */
export function nameOf({ suite, number }: Pick<RunForRules, "number" | "suite">): string {
  return `${cut(suite, 100)} #${number}`;
}

function outcomeOf(event: RuleEvent, { status, total, failed }: RunForRules): string {
  const failures = failed === 0 ? "" : `: ${counted(failed, "failure")}`;
  if (status === "interrupted") return `was interrupted${failures}`;
  if (failures !== "") return `failed${failures}`;
  if (status === "failed") return total === 0 ? "failed: no tests ran" : "failed outside its tests";
  if (total === 0) return "ended without tests";
  return event === "run.recovered" ? "passed again" : "passed";
}

/** Replaces the message about a run that passed at first, after another one reports its failures. */
export function aboutSuperseded(scope: MessageScope, run: RunForRules): Message {
  const url = reportUrl(scope, run);
  return {
    title: `${nameOf(run)}: more results arrived`,
    url,
    tone: "neutral",
    facts: runDetails(run),
    blocks: [{ kind: "paragraph", content: ["The run has failures now. A later message lists them."] }],
    actions: [{ label: "Open the report", url }],
    footer: null,
  };
}

/** @param failed Texts of the failed conditions. */
export function aboutGate(
  scope: MessageScope,
  { run, failed, baseNumber }: { run: RunForRules; failed: readonly string[]; baseNumber: number | null },
): Message {
  const url = reportUrl(scope, run);
  return {
    title: `${nameOf(run)}: the gate failed`,
    url,
    tone: "failure",
    facts: [
      ...runDetails(run),
      { label: "Compared with", value: baseNumber === null ? "no base run" : `#${baseNumber}` },
    ],
    blocks: [{ kind: "list", items: failed.map((text) => [text]) }],
    actions: [{ label: "Open the report", url }],
    footer: null,
  };
}

export function runDetails({
  suite,
  environment,
  branch,
}: Pick<RunForRules, "branch" | "environment" | "suite">): Message["facts"] {
  return [
    { label: "Suite", value: suite },
    { label: "Environment", value: environment },
    ...(branch === null ? [] : [{ label: "Branch", value: branch }]),
  ];
}

function leftOut(options: { known: number; incident: number; other: number; muted: number }): string | null {
  const parts = [
    options.known > 0 ? counted(options.known, "known cause") : null,
    options.incident > 0 ? counted(options.incident, "cause") + " of an incident" : null,
    options.other > 0 ? counted(options.other, "cause") + " that this rule does not match" : null,
    options.muted > 0 ? counted(options.muted, "muted failure") : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `Not listed: ${parts.join(", ")}.`;
}
