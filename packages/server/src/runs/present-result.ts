import type { Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { type ArtifactLinks, presentArtifact } from "#runs/present-artifact.ts";
import type { StoredArtifact } from "#store/results/artifacts.ts";
import type { StoredAttempt } from "#store/results/result-detail.ts";
import type { ResultGeneration } from "#store/results/results.ts";

/** One test in one run with the attempts of all its generations in a row; null if there is none. */
export function presentResult(
  generations: readonly ResultGeneration[],
  artifacts: readonly StoredArtifact[],
  linksOf: (artifact: StoredArtifact) => ArtifactLinks,
): ResultDetail | null {
  const latest = generations.at(-1);
  if (latest === undefined) return null;
  const attempts: Attempt[] = [];
  const firstAttempt = new Map<number, number>();
  for (const generation of generations) {
    firstAttempt.set(generation.id, attempts.length);
    for (const attempt of attemptsOf(generation)) attempts.push(presentAttempt(attempt, attempts.length));
  }
  return {
    ...latest,
    line: latest.detail?.line ?? null,
    annotations: (latest.detail?.annotations ?? []).map((annotation) => ({ ...annotation })),
    skipReason: latest.detail?.skipReason ?? null,
    attempts,
    artifacts: artifacts.map((artifact) =>
      presentArtifact(artifact, firstAttempt.get(artifact.resultId) ?? 0, linksOf),
    ),
  };
}

/** A row without detail had one attempt that was as the row says. */
function attemptsOf(generation: ResultGeneration): readonly StoredAttempt[] {
  if (generation.detail !== null) return generation.detail.attempts;
  return [
    {
      status: generation.status,
      startedAt: generation.startedAt?.getTime() ?? null,
      durationMs: generation.duration,
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
    steps: [...(attempt.steps ?? [])],
    stdout: attempt.stdout ?? "",
    stderr: attempt.stderr ?? "",
  };
}
