import { dayMs } from "@plumb/contract/durations.ts";
import { setImmediate } from "node:timers/promises";
import { ResultEvent } from "@plumb/contract/result-event.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { LiveProblem } from "#store/ingest/live-facts.ts";

export interface ReadBatch {
  readonly events: readonly ResultEvent[];
  /** Problems of invalid lines. */
  readonly problems: readonly LiveProblem[];
}

/** Number of invalid lines after which to yield. A batch may have two million. */
const linesInOneGo = 500;

/** Parses the events of a batch, one per line. Invalid lines become problems; empty lines are skipped. */
export async function readLines(body: string, batch: number): Promise<ReadBatch> {
  const events: ResultEvent[] = [];
  const problems: LiveProblem[] = [];
  const file = `batch ${batch}`;
  // Some clients begin with a byte order mark.
  for (const [index, text] of body
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    if (index % linesInOneGo === linesInOneGo - 1) await setImmediate();
    if (text.trim() === "") continue;
    const read = readLine(text);
    if (typeof read !== "string") events.push(read);
    else if (problems.length <= limits.problemsPerReport)
      problems.push({ severity: "warning", file, line: index + 1, reason: `${read} The line was left out.` });
  }
  return { events, problems };
}

/** Returns the event, or the reason why the line is invalid. */
function readLine(text: string): ResultEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "This is not JSON.";
  }
  const parsed = ResultEvent.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const location = issue === undefined || issue.path.length === 0 ? "" : ` (${issue.path.join(".").slice(0, 100)})`;
    return `This is not a result event${location}.`;
  }
  const event = parsed.data;
  const id = idOf(event);
  if (id !== undefined && (id === "" || id.length > limits.liveTestId))
    return `The id of a test has 1 to ${limits.liveTestId} characters.`;
  return fitted(event);
}

/** Returns the stream id of an event's test; undefined if the event belongs to the run. */
export function idOf(event: ResultEvent): string | undefined {
  if (event.kind === "test") return event.id;
  return event.kind === "run" || event.kind === "problem" ? undefined : event.test;
}

const latest = Date.UTC(9999, 11, 31);
const maxIndex = 10_000;
const maxDurationMs = 10 * 365 * dayMs;

const timestamp = (value: number | null) => (value !== null && value >= 0 && value <= latest ? value : null);
const duration = (value: number | null) => (value !== null && value <= maxDurationMs ? value : null);
const index = (value: number) => Math.min(value, maxIndex);

/** Replaces numbers by unknown if they exceed the range of dates or of the database. */
function fitted(event: ResultEvent): ResultEvent {
  if (event.kind === "attempt")
    return {
      ...event,
      index: index(event.index),
      startedAt: timestamp(event.startedAt),
      durationMs: duration(event.durationMs),
    };
  if (event.kind === "step") return { ...event, attempt: index(event.attempt), durationMs: duration(event.durationMs) };
  if (event.kind === "artifact" || event.kind === "stdout")
    return event.attempt === undefined ? event : { ...event, attempt: index(event.attempt) };
  if (event.kind === "test")
    return {
      ...event,
      ...(event.occurrence !== undefined && { occurrence: Math.min(event.occurrence, maxIndex) }),
      ...(event.startedAt !== undefined && { startedAt: timestamp(event.startedAt) }),
    };
  if (event.kind === "problem" && event.line !== undefined && event.line > 2_000_000_000) {
    const { line: _, ...rest } = event;
    return rest;
  }
  return event;
}
