import { counted } from "@plumb/contract/text/counted.ts";
import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Inline } from "@plumb/contract/text/rich-text.ts";
import type { Message } from "#connectors/message.ts";
import { errorDisplay } from "#core/error-shown.ts";
import type { ReadRun } from "./read-runs.ts";
import { causeUrl, type MessageScope } from "./rule-message.ts";
import type { CauseInRun, FailedCause } from "#store/notification-rules/cause-events.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";

/** Maximum number of causes to list in a message. */
const listed = 10;

export function aboutRun(
  { projectId, publicUrl }: MessageScope,
  { event, read, causes }: { event: RuleEvent; read: ReadRun; causes: readonly FailedCause[] },
): Message {
  const { run, muted, total } = read;
  const isRed = run.status === "failed" || run.failed > 0;
  const news = causes.filter(({ isFirst, failedBefore, inIncident }) => !inIncident && (isFirst || !failedBefore));
  const url = `${publicUrl}/reports/${run.id}`;
  return {
    title: `${cut(run.suite, 100)} #${run.number} ${outcomeOf(event, run)}`,
    url,
    tone: isRed ? "failure" : run.status === "interrupted" || run.total === 0 ? "warning" : "success",
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
      other: total - causes.length,
      muted,
    }),
  };
}

export function aboutCause(
  { projectId, publicUrl }: MessageScope,
  { event, run, cause }: { event: RuleEvent; run: RunForRules; cause: FailedCause },
): Message {
  const url = causeUrl({ projectId, publicUrl }, cause.groupId);
  const text = errorDisplay(cause.message);
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

function outcomeOf(event: RuleEvent, { status, total, failed }: RunForRules): string {
  const failures = failed === 0 ? "" : `: ${counted(failed, "failure")}`;
  if (status === "interrupted") return `was interrupted${failures}`;
  if (failures !== "") return `failed${failures}`;
  if (status === "failed") return total === 0 ? "failed: no tests ran" : "failed outside its tests";
  if (total === 0) return "ended without tests";
  return event === "run.recovered" ? "passed again" : "passed";
}

/** @param failed Texts of the failed conditions. */
export function aboutGate(
  { publicUrl }: MessageScope,
  { run, failed, baseNumber }: { run: RunForRules; failed: readonly string[]; baseNumber: number | null },
): Message {
  const url = `${publicUrl}/reports/${run.id}`;
  return {
    title: `${cut(run.suite, 100)} #${run.number}: the gate failed`,
    url,
    tone: "failure",
    facts: [...factsOf(run), { label: "Compared with", value: baseNumber === null ? "no base run" : `#${baseNumber}` }],
    blocks: [{ kind: "list", items: failed.map((text) => [text]) }],
    actions: [{ label: "Open the report", url }],
    footer: null,
  };
}

export function aboutFixed(scope: MessageScope, { run, cause }: { run: RunForRules; cause: CauseInRun }): Message {
  const url = causeUrl(scope, cause.groupId);
  return {
    title: `Fixed: ${cut(errorDisplay(cause.message), 200)}`,
    url,
    tone: "success",
    facts: [
      { label: cause.tests === 1 ? "Test that passed again" : "Tests that passed again", value: String(cause.tests) },
      ...(cause.owners.length === 0 ? [] : [{ label: "Owner", value: cause.owners.join(", ") }]),
      ...factsOf(run),
    ],
    blocks: [],
    actions: [
      { label: "Open the cause", url },
      { label: `Report #${run.number}`, url: `${scope.publicUrl}/reports/${run.id}` },
    ],
    footer: null,
  };
}

export function factsOf({
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

function causeLine(scope: MessageScope, cause: FailedCause): readonly Inline[] {
  const about = [
    cause.class ?? "unclassified",
    counted(cause.tests, "test"),
    ...(cause.owners.length === 0 ? [] : [cause.owners.join(", ")]),
  ];
  return [
    cause.isFirst ? "New: " : "Back: ",
    { text: cut(errorDisplay(cause.message), 200), url: causeUrl(scope, cause.groupId) },
    ` (${about.join(", ")})`,
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
