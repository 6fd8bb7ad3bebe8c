import { formatCount } from "#figures.ts";
import { counted } from "#text/counted.ts";
import { codeSpan, escapeText, fence } from "#text/markdown.ts";
import type { Inline } from "#text/rich-text.ts";
import type {
  MissingSuite,
  PullRequestCause,
  PullRequestReport,
  PullRequestSuiteChanges,
  PullRequestSummary,
  TestLink,
} from "./pull-request.ts";
import { isLoss, suiteChangeCounts } from "./suite-change-text.ts";
import { bulletedList, link, suiteChangeLists } from "./pull-request-lists.ts";

export interface CommentVerdict {
  readonly passed: boolean;
  /** Result of each rule, as text. */
  readonly rules: readonly { readonly passed: boolean; readonly text: string }[];
}

export interface CommentFormat {
  /** Maximum number of UTF-16 code units. No service counts more of them than this. */
  readonly maxLength: number;
  /** False for services that show the tags of `details` as text. */
  readonly foldable: boolean;
}

/** State of the gate for a commit. It is pending while nothing failed and reports are still running. */
export type GateState = "failed" | "passed" | "pending";

export function gateState({ running }: Pick<PullRequestSummary, "running">, { passed }: CommentVerdict): GateState {
  if (!passed) return "failed";
  return running > 0 ? "pending" : "passed";
}

/** Number of causes that are shown unfolded. The comment fits on a screen with them. */
const visibleCauses = 3;
const visibleReports = 3;

/**
 * Returns what a pull request is told about its runs, as Markdown for GitHub, GitLab, Bitbucket and Azure Repos. Texts of reports stay
 * plain text, so they cannot mention people, close issues or add markup.
 */
export function pullRequestComment(
  summary: PullRequestSummary,
  verdict: CommentVerdict,
  { maxLength, foldable }: CommentFormat,
): string {
  const { causes, fixed, newlyFlaky, failures, unlisted, suiteChanges } = summary;
  const of = (kind: PullRequestCause["kind"]) => causes.filter((cause) => cause.kind === kind);
  const newCauses = of("new");
  const fold = (title: string, parts: readonly string[]) => folded(title, parts, foldable);
  const sections = [
    ...newCauses.slice(0, visibleCauses).map((cause) => causeText(cause)),
    ...fold(`More that is new here: ${counted(failures.new - sum(newCauses.slice(0, visibleCauses)), "failure")}`, [
      ...newCauses.slice(visibleCauses).map(causeText),
      ...unlistedText(unlisted.new),
    ]),
    ...fold(`Also fails on the base branch, not you: ${counted(failures.known, "failure")}`, [
      ...of("known").map(causeText),
      ...unlistedText(unlisted.known),
    ]),
    ...fold(`Flaky: ${counted(failures.flaky + newlyFlaky.count, "failure")}`, [
      ...of("flaky").map(causeText),
      ...unlistedText(unlisted.flaky),
      ...testList("Newly flaky: passed only when they were repeated", newlyFlaky),
    ]),
    ...fold(`Fixed here: ${counted(fixed.count, "test")}`, testList("", fixed)),
    ...fold(`Changes to the suite: ${suiteChangeCounts(suiteChanges).join(", ")}`, suiteChangeLists(suiteChanges)),
    ...fold("Gate and reports", [rulesText(verdict), reportList(summary)]),
  ];
  return fitted([heading(summary, verdict), intro(summary, verdict)], sections, maxLength);
}

/** Returns the description of a commit status, of at most 140 characters. */
export function statusDescription(summary: PullRequestSummary, verdict: CommentVerdict): string {
  const { failures, fixed, running } = summary;
  const state = gateState(summary, verdict);
  const parts = [
    `${formatCount(failures.new)} new`,
    `${formatCount(failures.known)} also on the base branch`,
    `${formatCount(failures.flaky)} flaky`,
    `${formatCount(fixed.count)} fixed`,
    ...(running === 0 ? [] : [`${counted(running, "report")} still running`]),
  ];
  return `Gate ${state}: ${parts.join(", ")}`;
}

/**
 * Returns true if a comment would only distract, because everything passed before and still does. Removed, skipped and less strict
 * tests are reported, so that a pull request cannot get rid of a failing test without a word.
 */
export function isUneventful(summary: PullRequestSummary, { passed }: CommentVerdict): boolean {
  const { failures, fixed, newlyFlaky, suiteChanges, missing } = summary;
  if (!passed || isLoss(suiteChanges)) return false;
  return failures.new + failures.known + failures.flaky + fixed.count + newlyFlaky.count + missing.length === 0;
}

const stateMarks: Readonly<Record<GateState, string>> = { passed: "✅", failed: "❌", pending: "⏳" };

function heading(summary: PullRequestSummary, verdict: CommentVerdict): string {
  const { failures, projectName } = summary;
  const found = failures.new === 0 ? "no new failures" : `${counted(failures.new, "failure")} new here`;
  return `### ${stateMarks[gateState(summary, verdict)]} ${escapeText(projectName)}: ${found}`;
}

function intro(summary: PullRequestSummary, verdict: CommentVerdict): string {
  const { failures, fixed, reports, reportCount, running, missing, suiteChanges } = summary;
  const broken = verdict.rules.find((rule) => !rule.passed);
  const state = gateState(summary, verdict);
  const gate = `Gate **${state}**${broken === undefined ? "" : `: ${escapeText(broken.text)}`}.`;
  const counts = [
    `**${formatCount(failures.new)}** new here${failures.back === 0 ? "" : ` (${formatCount(failures.back)} back again)`}`,
    `**${formatCount(failures.known)}** also on the base branch`,
    `**${formatCount(failures.flaky)}** flaky`,
    `**${formatCount(fixed.count)}** fixed here`,
    ...(failures.quarantined === 0 ? [] : [`${formatCount(failures.quarantined)} in quarantine`]),
    ...lostCounts(suiteChanges),
  ];
  const named = reports.slice(0, visibleReports).map(reportLink);
  const more = reportCount - named.length;
  const all = more > 0 ? [...named, `${formatCount(more)} more`] : named;
  const open = [
    ...(running === 0 ? [] : [`${counted(running, "report")} still running: this comment will be updated.`]),
    ...(missing.length === 0 ? [] : [`No report for this commit yet: ${missing.map(missingLink).join(", ")}.`]),
  ];
  return [`${gate} ${counts.join(" · ")}`, ...open, all.join(", ")].filter((line) => line !== "").join("\n\n");
}

function missingLink({ suite, environment, number, url }: MissingSuite): string {
  return `${escapeText(suite)}${environment === "" ? "" : ` (${escapeText(environment)})`}, last in ${link(`run ${number}`, url)}`;
}

/** Counts of lost tests, which a reviewer must not miss. */
function lostCounts({ removed, newlySkipped }: PullRequestSuiteChanges): string[] {
  return [
    ...(removed.count === 0 ? [] : [`**${counted(removed.count, "test")}** removed`]),
    ...(newlySkipped.count === 0 ? [] : [`**${counted(newlySkipped.count, "test")}** newly skipped`]),
  ];
}

function causeText(cause: PullRequestCause): string {
  const {
    kind,
    title: causeTitle,
    location,
    failures,
    back,
    changedCause,
    flakyTests,
    quarantinedTests,
    primaryClass,
    subClass,
    confidence,
    owners,
    errorLine,
    evidence,
    tests,
    screenshotUrl,
    story = [],
    fix,
    since,
  } = cause;
  const [first, ...others] = tests;
  const more = failures - 1;
  const title = first === undefined ? escapeText(causeTitle) : link(causeTitle, first.url);
  const facts = [
    ...(primaryClass === null ? [] : [classText(primaryClass, subClass, confidence)]),
    ...(owners.length === 0 ? [] : [`Owner: ${owners.map(escapeText).join(", ")}`]),
    ...(since === null ? [] : [sinceText(since, changedCause > 0)]),
    ...(flakyTests === 0 ? [] : ["flaky, but not for this reason: new here"]),
    ...(quarantinedTests === 0 ? [] : ["in quarantine, but not for this reason: new here"]),
    ...(kind === "new" && back > 0 ? [back === failures ? "back again" : `${formatCount(back)} back again`] : []),
    ...(screenshotUrl === null ? [] : [link("Screenshot", screenshotUrl)]),
  ];
  const lines = evidence.length > 0 ? evidence : errorLine === null ? [] : [errorLine];
  const advice =
    fix === null ? "" : `To do: ${escapeText(fix.text)}${fix.code === null ? "" : ` ${codeSpan(fix.code)}`}`;
  const also =
    others.length === 0
      ? ""
      : `Also: ${others.map(({ name, url }) => link(name, url)).join(", ")}${more > others.length ? ", …" : ""}`;
  return [
    `**${title}**`,
    location === null ? "" : escapeText(location),
    story.map(inlineText).join(""),
    facts.join(" · "),
    lines.length === 0 ? "" : fence(lines.join("\n")),
    advice,
    also,
  ]
    .filter((line) => line !== "")
    .join("\n\n");
}

function inlineText(part: Inline): string {
  if (typeof part === "string") return escapeText(part);
  return "code" in part ? codeSpan(part.code) : link(part.text, part.url);
}

function classText(name: string, subClass: string | null, confidence: number | null): string {
  const details = [
    ...(subClass === null ? [] : [subClass]),
    ...(confidence === null ? [] : [`${confidence}% confidence`]),
  ];
  return escapeText(details.length === 0 ? name : `${name} (${details.join(", ")})`);
}

function sinceText(
  { number, branch, url, atLeast }: NonNullable<PullRequestCause["since"]>,
  hasChangedCause: boolean,
): string {
  const where = branch === null ? "" : ` on ${escapeText(branch)}`;
  const since = `also fails${where} since ${atLeast ? "at least " : ""}${link(`run ${number}`, url)}`;
  return `${since}${hasChangedCause ? ", but for another reason: new here" : ": not you"}`;
}

function testList(
  title: string,
  { count, tests }: { readonly count: number; readonly tests: readonly TestLink[] },
): string[] {
  return bulletedList(
    title,
    count,
    tests.map(({ name, url }) => link(name, url)),
  );
}

function unlistedText(count: number): string[] {
  return count === 0 ? [] : [`${counted(count, "failure")} with other causes: see the report.`];
}

function rulesText({ rules }: CommentVerdict): string {
  return rules.map(({ passed, text }) => `- ${passed ? "passed" : "**failed**"}: ${escapeText(text)}`).join("\n");
}

function reportList({ reports, reportCount }: PullRequestSummary): string {
  const rows = reports.map((report) => {
    const { total, failed, errored, comparedWith } = report;
    const base =
      comparedWith === null
        ? "no base to compare with"
        : `compared with ${link(`run ${comparedWith.number}`, comparedWith.url)}${comparedWith.branch === null ? "" : ` on ${escapeText(comparedWith.branch)}`}`;
    const state = report.status === "running" ? " so far (still running)" : "";
    return `- ${reportLink(report)}: ${formatCount(failed + errored)} of ${counted(total, "test")} failed${state}, ${base}`;
  });
  if (reportCount > reports.length) rows.push(`- and ${formatCount(reportCount - reports.length)} more`);
  return rows.join("\n");
}

function reportLink({ number, suite, environment, url }: PullRequestReport): string {
  return link(`Run ${number} of ${suite}${environment === "" ? "" : ` (${environment})`}`, url);
}

/** Returns sections that belong together, folded where the service can. `title` contains no text of a report, because it is HTML. */
function folded(title: string, parts: readonly string[], foldable: boolean): string[] {
  const filled = parts.filter((part) => part !== "");
  if (filled.length === 0) return [];
  const content = filled.join("\n\n");
  return foldable
    ? [`<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`]
    : [`**${title}**\n\n${content}`];
}

const shortened = "The rest does not fit into a comment: see the reports.";

/** Joins the parts, without the sections that do not fit. */
function fitted(first: readonly string[], sections: readonly string[], maxLength: number): string {
  const between = "\n\n";
  let text = first.join(between);
  let left = 0;
  for (const section of sections) {
    const longer = `${text}${between}${section}`;
    if (longer.length + between.length + shortened.length <= maxLength) text = longer;
    else left += 1;
  }
  return left === 0 ? text : `${text}${between}${shortened}`;
}

function sum(causes: readonly PullRequestCause[]): number {
  return causes.reduce((total, { failures }) => total + failures, 0);
}
