import { type TracedSteps, traceSteps } from "@plumb/formats/playwright-trace/trace-steps.ts";
import type { BlobStore } from "#core/blob-store.ts";
import type { Context } from "#core/context.ts";
import { displayStep } from "#runs/running-detail.ts";
import { keepLatest } from "#store/keep-latest.ts";
import { memoizeByRef } from "#store/memoize-by-ref.ts";
import type { StoredArtifact } from "#store/results/artifacts.ts";
import type { StoredAttempt } from "#store/results/result-detail.ts";
import type { ResultGeneration } from "#store/results/results.ts";
import { testTrace } from "./read-trace.ts";

interface StepSources {
  readonly generations: readonly ResultGeneration[];
  readonly artifacts: readonly StoredArtifact[];
}

type Reading = Pick<Context, "blobs" | "log">;

/** Maximum number of traces whose steps are cached. */
const maxRetained = 50;
/** Key: project, blob (immutable) and file. The value is `null` if the trace has no steps. */
const knownIn = memoizeByRef((_blobs: BlobStore) => new Map<string, TracedSteps | null>());

/**
 * Adds the steps of its traces to a test if its report has fewer: Playwright's JSON report has no hooks and calls, and no locations and attachments
 * of steps. Reads traces when a test is opened, because users open few tests.
 */
export async function withTracedSteps(
  reading: Reading,
  projectId: number,
  { generations, artifacts }: StepSources,
): Promise<StepSources> {
  const traced = { generations: [...generations], artifacts: [...artifacts] };
  for (const { resultId, attempt, kind, blobHash } of artifacts) {
    const index = generations.findIndex(({ id }) => id === resultId);
    const generation = traced.generations[index];
    const detail = generation?.detail ?? null;
    const storedAttempt = attempt === null ? undefined : detail?.attempts[attempt];
    if (kind !== "trace" || blobHash === null || storedAttempt === undefined || hasAllSteps(storedAttempt)) continue;
    if (generation === undefined || detail === null) continue;
    const trace = await stepsOfTrace(reading, { projectId, blobHash, file: generation.file });
    if (trace === null) continue;
    const steps = trace.steps.map(displayStep);
    const attempts = detail.attempts.map((each) => (each === storedAttempt ? { ...each, steps } : each));
    traced.generations[index] = { ...generation, detail: { ...detail, attempts } };
    const byName = Map.groupBy(trace.attachments, ({ name }) => name);
    traced.artifacts = traced.artifacts.map((artifact) => {
      if (artifact.resultId !== resultId || artifact.attempt !== attempt) return artifact;
      // Attachments with the same name are matched in order.
      const attached = byName.get(artifact.name)?.shift();
      return attached === undefined ? artifact : { ...artifact, step: attached.step };
    });
  }
  return traced;
}

/** Returns whether steps have locations, as in live runs and blob reports, so that the trace is not needed. */
function hasAllSteps({ steps = [] }: StoredAttempt): boolean {
  return steps.some(({ file }) => file !== undefined);
}

interface RequestedTrace {
  readonly projectId: number;
  readonly blobHash: string;
  readonly file: string | null;
}

async function stepsOfTrace(
  { blobs, log }: Reading,
  { projectId, blobHash, file }: RequestedTrace,
): Promise<TracedSteps | null> {
  const known = knownIn(blobs);
  const key = JSON.stringify([projectId, blobHash, file]);
  const before = known.get(key);
  if (before !== undefined) return before;
  try {
    const lines = await testTrace(blobs, projectId, blobHash);
    const trace = lines === null ? null : traceSteps(lines, file);
    const storedAttempt = trace === null || trace.steps.length === 0 ? null : trace;
    keepLatest(known, key, storedAttempt, maxRetained);
    return storedAttempt;
  } catch (error) {
    // The viewer shows the problem, and the test is shown as reported.
    log.info({ err: error, projectId, blobHash }, "the steps of a trace could not be read");
    return null;
  }
}
