import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { Attempt, NamedTest, ResultDetail, ResultRow } from "@plumb/contract/runs/results.ts";
import { testFacts } from "@plumb/contract/runs/test-facts.ts";
import { type ArtifactLinks, presentArtifact } from "./present-artifact.ts";
import type { StoredArtifact } from "#store/results/artifacts.ts";
import type { StoredAttempt } from "#store/results/result-detail.ts";
import type { ResultGeneration } from "#store/results/results.ts";

/**
 * Returns a test in a run with the attempts of all its generations; `null` if there is no such test.
 *
 * @param metadata Metadata of the run from its report.
 */
export function presentResult(
  generations: readonly ResultGeneration[],
  artifacts: readonly StoredArtifact[],
  linksOf: (artifact: StoredArtifact) => ArtifactLinks,
  metadata: Readonly<Record<string, string>> = {},
): ResultDetail | null {
  const latest = generations.at(-1);
  if (latest === undefined) return null;
  const attempts: Attempt[] = [];
  const firstAttempt = new Map<number, number>();
  for (const [index, generation] of generations.entries()) {
    firstAttempt.set(generation.id, attempts.length);
    for (const attempt of attemptsOf(generation, generations[index - 1]))
      attempts.push(presentAttempt(attempt, attempts.length));
  }
  const annotations = (latest.detail?.annotations ?? []).map((annotation) => ({ ...annotation }));
  return {
    ...latest,
    ...otherNames(latest, attempts),
    ...namedFacts({ ...latest, annotations }, metadata),
    line: latest.detail?.line ?? null,
    annotations,
    skipReason: latest.detail?.skipReason ?? null,
    attempts,
    artifacts: artifacts.map((artifact) =>
      presentArtifact(artifact, firstAttempt.get(artifact.resultId) ?? 0, linksOf),
    ),
  };
}

/** Returns a row with field names that other clients expect. */
export function presentNamedTest(row: ResultRow, metadata: Readonly<Record<string, string>>): NamedTest {
  const { id, titlePath, status, duration, author, browser, retries, errorLine } = row;
  const error = status === "skipped" || status === "passed" ? null : errorLine;
  return {
    id,
    ...namesOf(titlePath),
    status,
    duration,
    author,
    browser,
    retries,
    error,
    errorMessage: error,
    ...namedFacts(row, metadata),
  };
}

function namesOf(titlePath: readonly string[]) {
  return { name: titlePath.join(" › "), title: titlePath.at(-1) ?? "" };
}

/** Returns a test's environment in all fields where other clients expect it. */
function namedFacts(
  result: ResultRow & Partial<Pick<ResultDetail, "annotations">>,
  metadata: Readonly<Record<string, string>>,
) {
  const { browser, platform, viewport, userAgent } = testFacts(result, metadata);
  const config = { browser, browserName: browser, platform, viewport };
  return { platform, viewport, config, metadata: { ...config, author: result.author, os: platform, userAgent } };
}

/** Returns a test's fields under the names that other clients expect, from its last failed attempt or else its last attempt. */
function otherNames({ titlePath, errorLine, status }: ResultGeneration, attempts: readonly Attempt[]) {
  const lastWithErrors = attempts.findLast(({ errors }) => errors.length > 0) ?? attempts.at(-1);
  const error = status === "passed" ? undefined : lastWithErrors?.errors[0];
  const message = error === undefined ? (status === "skipped" ? null : errorLine) : stripAnsi(error.message);
  const started = attempts.find(({ startTime }) => startTime !== null)?.startTime ?? null;
  const last = attempts.at(-1);
  const ended =
    last === undefined || last.startTime === null || last.duration === null
      ? null
      : new Date(Date.parse(last.startTime) + last.duration).toISOString();
  return {
    ...namesOf(titlePath),
    error: message,
    errorMessage: message,
    stackTrace: error?.stack === undefined ? null : stripAnsi(error.stack),
    startTime: started,
    endTime: ended,
    steps: lastWithErrors?.steps ?? [],
  };
}

/**
 * Returns the stored attempts. A row without details had one attempt with the values of the row; its duration includes all earlier executions, so
 * they are subtracted.
 */
function attemptsOf(generation: ResultGeneration, before: ResultGeneration | undefined): readonly StoredAttempt[] {
  if (generation.detail !== null) return generation.detail.attempts;
  const { duration } = generation;
  return [
    {
      status: generation.status,
      startedAt: generation.startedAt?.getTime() ?? null,
      durationMs: duration === null ? null : Math.max(0, duration - (before?.duration ?? 0)),
      worker: generation.worker ?? undefined,
    },
  ];
}

function presentAttempt(attempt: StoredAttempt, index: number): Attempt {
  return {
    index,
    status: attempt.status,
    startTime: attempt.startedAt === null ? null : new Date(attempt.startedAt).toISOString(),
    duration: attempt.durationMs,
    worker: attempt.worker ?? null,
    errors: [...(attempt.errors ?? [])],
    ...(attempt.timedOut === true && { timedOut: true }),
    steps: (attempt.steps ?? []).map((step) => ({ ...step, name: step.title })),
    stdout: attempt.stdout ?? "",
    stderr: attempt.stderr ?? "",
  };
}
