import { cut } from "@plumb/contract/text/cut.ts";
import type { AttemptEvent, ResultEvent, StdoutEvent, StepEvent } from "@plumb/contract/result-event.ts";
import type { Step } from "@plumb/contract/runs/results.ts";
import { storable } from "#core/text.ts";
import type { StoredAttempt, StoredDetail } from "#store/results/result-detail.ts";

/** Limits of what is shown of a running test; everything is read after its end. */
const max = { attempts: 20, steps: 1000, output: 50_000, title: 1000 };

/** Returns the events of a running test by attempt, the last of which is open; `null` without events. */
export function runningDetail(events: readonly ResultEvent[]): StoredDetail | null {
  const visible = events.filter(({ kind }) => kind === "attempt" || kind === "step" || kind === "stdout");
  const indices = [...new Set(visible.map(indexOf))].toSorted((one, other) => one - other).slice(-max.attempts);
  if (indices.length === 0) return null;
  return { attempts: indices.map((index) => attemptOf(visible.filter((event) => indexOf(event) === index))) };
}

function indexOf(event: ResultEvent): number {
  if (event.kind === "attempt") return event.index;
  return event.kind === "step" || event.kind === "stdout" ? (event.attempt ?? 0) : 0;
}

function attemptOf(events: readonly ResultEvent[]): StoredAttempt {
  const ended = events.findLast((event): event is AttemptEvent => event.kind === "attempt");
  const steps = events.filter((event): event is StepEvent => event.kind === "step").slice(-max.steps);
  return {
    status: ended?.status ?? "running",
    startedAt: ended?.startedAt ?? null,
    durationMs: ended?.durationMs ?? null,
    worker: ended?.worker,
    errors: ended?.errors,
    steps: steps.map(displayStep),
    stdout: outputOf(events, "stdout"),
    stderr: outputOf(events, "stderr"),
  };
}

/** Returns a step for display without storing it. */
export function displayStep({ title, depth, status, durationMs, category, error, file, line }: StepEvent): Step {
  return {
    title: storable(cut(title, max.title)),
    depth,
    status,
    duration: durationMs,
    ...(category !== undefined && { category: storable(cut(category, max.title)) }),
    ...(error !== undefined && { error: storable(cut(error, max.output)) }),
    ...(file !== undefined && { file: storable(cut(file, max.title)) }),
    ...(line !== undefined && { line }),
  };
}

/** Returns the end of the output, which is the most recent part. */
function outputOf(events: readonly ResultEvent[], stream: StdoutEvent["stream"]): string {
  const text = events.map((event) => (event.kind === "stdout" && event.stream === stream ? event.text : "")).join("");
  return storable(text.slice(-max.output));
}
