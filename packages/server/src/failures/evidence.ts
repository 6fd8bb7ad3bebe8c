import type { AppliedClass } from "@plumb/analysis/classification/applied-class.ts";
import { readError, type ReadError } from "@plumb/analysis/errors/read-error.ts";
import { sinceLastPass, type RanTest } from "@plumb/analysis/evidence/since-last-pass.ts";
import type { Difference, FailureEvidence } from "@plumb/contract/failures/decisions.ts";
import { metadataName } from "@plumb/contract/runs/metadata-name.ts";
import { cutAtWord } from "@plumb/contract/text/cut.ts";
import type { FailureVerdict } from "@plumb/contract/failures/verdict.ts";
import { ApiError } from "#core/api-error.ts";
import type { Db } from "#store/db.ts";
import { failuresOfResults } from "#store/failures/decisions.ts";
import { groupsById, type StoredGroup } from "#store/failures/groups/groups.ts";
import { appliedClassOf } from "#store/failures/rules/own-classes.ts";
import { similarFailures } from "#store/failures/groups/similar-failures.ts";
import type { ResultAround } from "#store/failures/suspects/results-around.ts";
import { resultGenerations } from "#store/results/results.ts";
import { reportById } from "#store/runs/runs.ts";
import { environmentOf, passBefore, presentRun } from "./last-pass.ts";
import { personReason, reasonOf, ruleReason } from "./reason.ts";
import { primaryTestError } from "./primary-test-error.ts";
import { presentClass, verdictOf } from "./verdict.ts";

const visibleSimilar = 10;

interface FailureDetails {
  readonly groupId: number | null;
  readonly group: StoredGroup | undefined;
  readonly error: ReadError | null;
  readonly verdict: FailureVerdict | null;
  readonly ran: RanTest;
}

/**
 * Returns the facts about a failure, by result id.
 *
 * @throws ApiError `not_found`
 */
async function storedFailure(db: Db, projectId: number, resultId: number): Promise<FailureDetails> {
  const [failure] = await failuresOfResults(db, projectId, [resultId]);
  const report = failure && (await reportById(db, projectId, failure.runId));
  if (failure === undefined || report === undefined || report === null) throw nothingHere();
  const ran = await ranTest(db, projectId, failure.runId, resultId);
  if (ran === null) throw nothingHere();
  const test = { framework: report.framework, title: ran.title };
  const primary = primaryTestError(ran.errors);
  const [group] = failure.groupId === null ? [] : await groupsById(db, projectId, [failure.groupId]);
  return {
    groupId: failure.groupId,
    group,
    error: primary === undefined ? null : readError({ ...primary, framework: report.framework }),
    verdict: verdictOf(ran.errors, test),
    ran: { ...ran.test, environment: environmentOf(report), commit: report.commit },
  };
}

/** Returns why a failure has its class, and similar failures. */
export async function evidenceOf(db: Db, projectId: number, resultId: number): Promise<FailureEvidence> {
  const { groupId, group, error, verdict, ran } = await storedFailure(db, projectId, resultId);
  const appliedClass = await appliedClassOf(db, projectId, resultId);
  const similar =
    groupId === null ? [] : await similarFailures(db, projectId, { groupId, resultId, limit: visibleSimilar });
  const failing = ran.steps.findLast((step) => step.failed);
  const { decidedBy, ...classified } = presentClass(appliedClass);
  return {
    ...classified,
    reason: reasonAlone(appliedClass) ?? reasonOf(group, appliedClass?.decision?.by),
    lines: appliedClass?.rule?.line == null ? (verdict?.evidence ?? []) : [appliedClass.rule.line],
    alternatives:
      decidedBy === "person"
        ? []
        : (verdict?.alternatives ?? []).filter((other) => other.class !== classified.primaryClass),
    parts: error === null ? [] : partsOf(error),
    failingStep: failing === undefined ? null : { title: failing.title, error: null },
    sinceLastPass: await lastPass(db, projectId, resultId),
    similar: similar.map(({ titlePath, at, class: name, ...failure }) => ({
      ...failure,
      testName: titlePath.join(" › "),
      at: at.toISOString(),
      primaryClass: name,
    })),
    groupId,
  };
}

/** Returns the reason for a failure's own class; `undefined` if it has the class of its cause. */
function reasonAlone(appliedClass: AppliedClass | null): string | undefined {
  if (appliedClass?.alone !== true) return undefined;
  return appliedClass.rule === null
    ? personReason(appliedClass.decision?.by ?? null, "this failure")
    : ruleReason(appliedClass.rule.name, true);
}

/** Returns suggested fixes, most promising first. */
export async function fixesOf(db: Db, projectId: number, resultId: number): Promise<FailureVerdict["suggestedFixes"]> {
  return (await storedFailure(db, projectId, resultId)).verdict?.suggestedFixes ?? [];
}

async function ranTest(db: Db, projectId: number, runId: number, resultId: number) {
  const latest = (await resultGenerations(db, projectId, runId, resultId)).at(-1);
  if (latest === undefined) return null;
  const attempts = latest.detail?.attempts ?? [];
  const attempt = attempts.findLast(({ errors }) => errors !== undefined) ?? attempts.at(-1);
  const steps = (attempt?.steps ?? []).map(({ title, status, duration }) => ({
    title,
    failed: status === "failed",
    durationMs: duration,
  }));
  return {
    title: latest.titlePath.at(-1) ?? "",
    errors: attempt?.errors ?? [],
    test: { durationMs: attempt?.durationMs ?? latest.duration, steps },
  };
}

/** Compares the last passed execution with the first failure after it, because later changes did not break the test. */
async function lastPass(db: Db, projectId: number, resultId: number): Promise<FailureEvidence["sinceLastPass"]> {
  const found = await passBefore(db, projectId, resultId);
  if (found === null) return null;
  const { pass: past, first } = found;
  const [passed, failed] = [await ranIn(db, projectId, past), await ranIn(db, projectId, first)];
  if (passed === null || failed === null) return null;
  return {
    ...presentRun(past),
    firstFailure: presentRun(first),
    differences: differencesOf(passed, failed),
    commits: { from: passed.commit, to: failed.commit },
  };
}

interface RanInRun extends RanTest {
  readonly commitSubject: string | null;
}

async function ranIn(db: Db, projectId: number, { runId, resultId }: ResultAround): Promise<RanInRun | null> {
  const report = await reportById(db, projectId, runId);
  const ran = await ranTest(db, projectId, runId, resultId);
  if (report === null || ran === null) return null;
  const { commit, metadata } = report;
  const commitSubject = metadata["commitSubject"] ?? null;
  return { ...ran.test, environment: environmentOf(report), commit, commitSubject };
}

function step(name: string, before: string, after: string): Difference {
  return { name, about: "step", before, after };
}

function differencesOf(passed: RanInRun, failed: RanInRun): Difference[] {
  const { slower, slowSteps, newSteps, skippedSteps, environment, commits } = sinceLastPass(passed, failed);
  return [
    ...(commits === null
      ? []
      : [{ name: "Commit", about: "commit" as const, before: commitText(passed), after: commitText(failed) }]),
    ...(slower === null
      ? []
      : [
          {
            name: "Duration",
            about: "duration" as const,
            before: seconds(passed.durationMs ?? 0),
            after: seconds(failed.durationMs ?? 0),
          },
        ]),
    ...slowSteps.map(({ title, beforeMs, nowMs }) => step(title, seconds(beforeMs), seconds(nowMs))),
    ...newSteps.map((title) => step(title, "did not run", "ran")),
    ...skippedSteps.map((title) => step(title, "ran", "did not run")),
    ...environment.map(({ name, before, now }) => ({
      name: metadataName(name),
      about: "environment" as const,
      before,
      after: now,
    })),
  ];
}

function commitText({ commit, commitSubject }: RanInRun): string | null {
  if (commit === null) return null;
  return `${commit.slice(0, 7)}${commitSubject === null ? "" : ` ${cutAtWord(commitSubject, 120)}`}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function partsOf({ type, action, target, host, status, expected, received, frame, code }: ReadError) {
  const parts: readonly (readonly [name: string, value: string | null])[] = [
    ["Error type", type],
    ["Action", action],
    ["Target", target],
    ["Host", host],
    ["HTTP status", status === null ? null : String(status)],
    ["Expected", expected],
    ["Received", received],
    ["Location in test code", frame === null ? null : `${frame.file}${frame.line === null ? "" : `:${frame.line}`}`],
    ["Failing line", code],
  ];
  return parts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

function nothingHere(): ApiError {
  return new ApiError("not_found", "This failure does not exist, or has not been processed yet.");
}
