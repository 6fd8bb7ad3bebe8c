import { counted } from "@plumb/contract/text/counted.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Message } from "#connectors/message.ts";
import { type CauseText, causeTexts } from "#failures/cause-text.ts";
import { runDetails, nameOf, reportUrl } from "./about-run.ts";
import { described, fixed, listFixed, listNews } from "./cause-lines.ts";
import type { CauseOfRule } from "./causes-of-rule.ts";
import { causeUrl, type MessageScope } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import type { CauseInRun } from "#store/notification-rules/cause-events.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";

const errorCharacters = 1500;

/** Returns the message about the new and returned causes of a run. */
export async function aboutCauses(
  db: Db,
  scope: MessageScope,
  { run, causes }: { run: RunForRules; causes: readonly CauseOfRule[] },
): Promise<Message> {
  const [first, ...others] = causes;
  if (first !== undefined && others.length === 0) return aboutCause(db, scope, { run, cause: first });
  const count = (state: CauseOfRule["state"]) => causes.filter((cause) => cause.state === state).length;
  const [news, back] = [count("new"), count("returned")];
  const parts = [
    ...(news > 0 ? [counted(news, "new cause")] : []),
    ...(back > 0 ? [`${counted(back, "cause is", "causes are")} back`] : []),
  ];
  const url = reportUrl(scope, run);
  return {
    title: `${nameOf(run)}: ${parts.join(", ")}`,
    url,
    tone: news > 0 ? "failure" : "warning",
    facts: runDetails(run),
    blocks: await listNews(db, scope, causes),
    actions: [{ label: "Open the report", url }],
    footer: null,
  };
}

async function aboutCause(
  db: Db,
  scope: MessageScope,
  { run, cause }: { run: RunForRules; cause: CauseOfRule },
): Promise<Message> {
  const isBack = cause.state === "returned";
  const [text] = await causeTexts(db, scope, [described(cause)], { upTo: "run" });
  const { title, line } = text as CauseText;
  const url = causeUrl(scope, cause.groupId);
  const report = { text: `run #${run.number}`, url: reportUrl(scope, run) };
  return {
    title,
    url,
    tone: isBack ? "warning" : "failure",
    facts: [...(cause.class === null ? [] : [{ label: "Class", value: cause.class }]), ...runDetails(run)],
    blocks: [
      { kind: "paragraph", content: [isBack ? "Back in " : "New in ", report, ": ", ...line] },
      { kind: "code", text: cut(cause.message, errorCharacters) },
    ],
    actions: [
      { label: "Open the cause", url },
      { label: `Report #${run.number}`, url: report.url },
    ],
    footer: null,
  };
}

/** Returns the message about causes whose tests passed again in a run. */
export async function aboutFixed(
  db: Db,
  scope: MessageScope,
  { run, causes }: { run: RunForRules; causes: readonly CauseInRun[] },
): Promise<Message> {
  const [first, ...others] = causes;
  const report = { label: `Report #${run.number}`, url: reportUrl(scope, run) };
  const common = { tone: "success", facts: runDetails(run), footer: null } as const;
  if (first === undefined || others.length > 0)
    return {
      ...common,
      title: `${nameOf(run)}: ${counted(causes.length, "cause was fixed", "causes were fixed")}`,
      url: report.url,
      blocks: await listFixed(db, scope, causes),
      actions: [report],
    };
  const [text] = await causeTexts(db, scope, [fixed(first)], { upTo: "run" });
  const { title, line } = text as CauseText;
  const url = causeUrl(scope, first.groupId);
  return {
    ...common,
    title,
    url,
    blocks: [{ kind: "paragraph", content: line }],
    actions: [{ label: "Open the cause", url }, report],
  };
}
