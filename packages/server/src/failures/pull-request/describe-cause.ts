import { causeTitle, type FailingTest, testText } from "@plumb/analysis/failures/cause-title.ts";
import { storyLine } from "@plumb/analysis/failures/story-parts.ts";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { type PullRequestCause, pullRequestLimits } from "@plumb/contract/runs/pull-request.ts";
import type { FailureVerdict } from "@plumb/contract/failures/verdict.ts";
import { lineIn } from "#failures/cause-text.ts";
import { verdictOf } from "#failures/verdict.ts";
import { itemPath } from "#items/notices.ts";
import type { Db } from "#store/db.ts";
import { appliedClassOf } from "#store/failures/rules/own-classes.ts";
import { artifactsOfResults } from "#store/results/artifacts.ts";
import { lastErrors } from "#store/results/result-detail.ts";
import { resultHistory } from "#store/results/result-history.ts";
import { resultGenerations, type ResultGeneration } from "#store/results/results.ts";
import { sameTestIn } from "#store/runs/pull-request.ts";
import { reportById } from "#store/runs/runs.ts";
import { ownersOfTests } from "#store/tests/known-tests.ts";
import { type FoundCause, resultUrl } from "./found-cause.ts";

interface Described {
  readonly projectId: number;
  readonly cause: FoundCause;
  readonly publicUrl: string;
  /** How the cause began; undefined if it was not read. */
  readonly story: FailureStory | undefined;
}

/** Reads the texts of a cause from its first results. */
export async function describeCause(db: Db, described: Described): Promise<PullRequestCause> {
  const { projectId, cause, publicUrl } = described;
  const { kind, failures, back, changedCause, flakyTests, quarantinedTests, results } = cause;
  const tests: PullRequestCause["tests"] = [];
  const testIds: number[] = [];
  const authors: (string | null)[] = [];
  let first: { verdict: FailureVerdict | null; errorLine: string | null; test: FailingTest } | null = null;
  let screenshotUrl: string | null = null;
  for (const { runId, resultId } of results) {
    const generations = await resultGenerations(db, projectId, runId, resultId);
    const latest = generations.at(-1);
    if (latest === undefined) continue;
    const url = resultUrl(publicUrl, runId, resultId);
    tests.push({ name: cut(nameOf(latest), limit), url });
    testIds.push(latest.testId);
    authors.push(latest.author);
    first ??= {
      verdict: await verdictOfResult(db, projectId, runId, latest),
      errorLine: latest.errorLine,
      test: { ...latest, line: lineIn(latest.file, latest.detail) },
    };
    const artifacts = await artifactsOfResults(db, projectId, runId, [resultId]);
    if (artifacts.some((artifact) => artifact.kind === "screenshot" && artifact.blobHash !== null))
      screenshotUrl ??= url;
  }
  const owners = await ownersOfTests(db, projectId, testIds);
  const named = testIds.map((testId, index) => owners.get(testId) ?? authors[index] ?? "");
  const { verdict = null, errorLine = null, test = null } = first ?? {};
  const [fix = null] = verdict?.suggestedFixes ?? [];
  return {
    kind,
    title: causeTitle({ message: errorLine ?? "", test, tests: failures }),
    location: test === null ? null : cut(testText(test), limit),
    failures,
    back,
    changedCause,
    flakyTests,
    quarantinedTests,
    primaryClass: verdict?.class ?? null,
    subClass: verdict?.subClass?.name ?? null,
    confidence: verdict?.confidence ?? null,
    owners: [...new Set(named.filter((name) => name !== "" && name.toLowerCase() !== "unknown"))].map((name) =>
      cut(name, 100),
    ),
    errorLine: errorLine === null ? null : cut(errorLine, limit),
    evidence: (verdict?.evidence ?? []).slice(0, pullRequestLimits.evidence).map((line) => cut(line, limit)),
    tests,
    screenshotUrl,
    ...storyFields(described),
    fix: fix && { text: cut(fix.text, limit), code: fix.code === null ? null : cut(fix.code, limit) },
    since: kind === "known" || changedCause > 0 ? await failingSince(db, described) : null,
  };
}

const limit = pullRequestLimits.text;

/** Returns the sentence about the beginning, and its facts for programs. The comment names the owners, and the run since which a known cause fails, apart. */
function storyFields({
  projectId,
  publicUrl,
  cause: { kind },
  story,
}: Described): Pick<PullRequestCause, "item" | "story" | "suspect" | "ticket"> {
  if (story === undefined) return { story: [], suspect: null, ticket: null, item: null };
  const { suspect, ticket, item } = story;
  const without = kind === "known" ? (["owner", "began"] as const) : (["owner"] as const);
  return {
    story: storyLine(story, { projectId, publicUrl, maxLength: 2 * limit, without }),
    suspect: suspect && {
      hash: suspect.hash,
      subject: cut(suspect.subject, limit),
      author: cut(suspect.author, 100),
    },
    ticket: ticket && { key: cut(ticket.key, 60), url: ticket.url },
    item: item && { title: cut(item.title, limit), url: `${publicUrl}${itemPath(projectId, item.id)}` },
  };
}

function nameOf({ titlePath, variant, occurrence }: ResultGeneration): string {
  return `${titlePath.join(" › ")}${variant === "" ? "" : ` (${variant})`}${occurrence > 1 ? ` (${occurrence})` : ""}`;
}

async function verdictOfResult(
  db: Db,
  projectId: number,
  runId: number,
  { id, titlePath, detail }: ResultGeneration,
): Promise<FailureVerdict | null> {
  const report = await reportById(db, projectId, runId);
  const test = { framework: report?.framework ?? "", title: titlePath.at(-1) ?? "" };
  return verdictOf(lastErrors(detail), test, await appliedClassOf(db, projectId, id));
}

/** Number of runs to search for the first failure. */
const lookBack = 30;

/** Returns the run of the base's branch in which the first test of a cause began to fail without interruption; `null` if it did not fail in the base. */
async function failingSince(db: Db, { projectId, cause, publicUrl }: Described): Promise<PullRequestCause["since"]> {
  const [first] = cause.results;
  const base = first?.base ?? null;
  if (first === undefined || base === null) return null;
  const inBase = await sameTestIn(db, projectId, first.resultId, base.id);
  const past =
    inBase === null ? [] : await resultHistory(db, { projectId, runId: base.id, resultId: inBase }, lookBack);
  const lastPass = past.findLastIndex(({ status }) => status !== "failed" && status !== "error");
  const began = past[lastPass + 1];
  const { id, number } = began === undefined ? base : { id: began.reportId, number: began.number };
  return {
    number,
    branch: base.branch,
    url: `${publicUrl}/reports/${id}`,
    atLeast: lastPass === -1 && past.length === lookBack,
  };
}
