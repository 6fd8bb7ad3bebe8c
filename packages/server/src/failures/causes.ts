import { nameOfTest } from "@plumb/contract/tests/test-name.ts";
import { withAppliedClass } from "@plumb/analysis/classification/applied-class.ts";
import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import { type ReadError, readError } from "@plumb/analysis/errors/read-error.ts";
import type { FailureFingerprint } from "@plumb/analysis/grouping/failure-fingerprint.ts";
import { FailureGroups } from "@plumb/analysis/grouping/failure-groups.ts";
import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { Db } from "#store/db.ts";
import { failuresOfRun, type StoredFailure } from "#store/failures/failures.ts";
import { groupsOfSignatures } from "#store/failures/rules/own-classes.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";
import { theAnalyst } from "./analyst.ts";
import { primaryTestError } from "./primary-test-error.ts";

const retainedTests = 100;
const retainedBrowsers = 20;

/** Failures with the same cause; all get the text of the first one. */
export interface Cause {
  readonly first: StoredFailure;
  /** Signature of the first failure, with its version; `null` if the report has no error, like the next two fields. */
  readonly signature: string | null;
  readonly error: ReadError | null;
  verdict: Verdict | null;
  /** The first 100 tests. */
  readonly tests: { readonly resultId: number; readonly name: string }[];
  readonly browsers: Set<string>;
  count: number;
  /** Number of tests with a duration, and their total in milliseconds. */
  timed: number;
  durationMs: number;
}

/** Returns the causes of a report's failures, those with the most tests first. */
export async function causesOf(
  db: Db,
  { projectId, id: runId, framework }: Pick<Report, "framework" | "id" | "projectId">,
  signal?: AbortSignal,
): Promise<Cause[]> {
  const analyst = theAnalyst();
  const groups = new FailureGroups();
  /** By fingerprint. Which fingerprints belong to the same cause is only known after the last failure. */
  const similar = new Map<FailureFingerprint | null, Cause>();
  /** Shares one object between equal fingerprints. */
  const outlines = new Map<string, FailureFingerprint>();
  let seen = 0;
  for await (const failure of failuresOfRun(db, projectId, runId)) {
    await yieldToEventLoop(seen++, signal);
    const primary = primaryTestError(failure.errors);
    const described = primary && { ...primary, framework, title: failure.titlePath.at(-1) ?? "" };
    const analysis = described && analyst.analyse(described);
    let outline: FailureFingerprint | null = null;
    if (analysis !== undefined) {
      outline = outlines.get(analysis.signature) ?? analysis.outline;
      outlines.set(analysis.signature, outline);
      groups.add(outline);
    }
    const cause = similar.get(outline) ?? {
      ...nothing(),
      first: { ...failure, errors: [] },
      signature: analysis === undefined ? null : `${signatureVersion}:${analysis.signature}`,
      error: described === undefined ? null : readError(described),
      verdict: analysis?.verdict ?? null,
    };
    similar.set(outline, cause);
    add(cause, failure);
  }
  // Causes and decisions of the project take precedence over those of the report alone.
  const storedGroups = await groupsOfSignatures(db, projectId, [...outlines.keys()]);
  const signatures = new Map([...outlines].map(([signature, outline]) => [outline, signature]));
  const causes = new Map<string, Cause>();
  for (const [outline, cause] of similar) {
    const stored = outline === null ? undefined : storedGroups.get(signatures.get(outline) ?? "");
    if (stored?.appliedClass != null && cause.verdict !== null)
      cause.verdict = withAppliedClass(cause.verdict, stored.appliedClass);
    const group = stored === undefined ? (outline === null ? "" : groups.groupOf(outline)) : `stored ${stored.groupId}`;
    const known = causes.get(group);
    if (known === undefined) causes.set(group, cause);
    else join(known, cause);
  }
  return [...causes.values()].toSorted((a, b) => b.count - a.count || a.first.resultId - b.first.resultId);
}

function nothing(): Pick<Cause, "browsers" | "count" | "durationMs" | "tests" | "timed"> {
  return { tests: [], browsers: new Set(), count: 0, timed: 0, durationMs: 0 };
}

function add(cause: Cause, { resultId, titlePath, variant, browser, duration }: StoredFailure): void {
  cause.count += 1;
  if (cause.tests.length < retainedTests) cause.tests.push({ resultId, name: nameOfTest({ titlePath, variant }) });
  if (browser !== null && cause.browsers.size < retainedBrowsers) cause.browsers.add(browser);
  if (duration === null) return;
  cause.timed += 1;
  cause.durationMs += duration;
}

function join(cause: Cause, other: Cause): void {
  cause.count += other.count;
  cause.timed += other.timed;
  cause.durationMs += other.durationMs;
  cause.tests.push(...other.tests.slice(0, retainedTests - cause.tests.length));
  for (const browser of other.browsers) if (cause.browsers.size < retainedBrowsers) cause.browsers.add(browser);
}
