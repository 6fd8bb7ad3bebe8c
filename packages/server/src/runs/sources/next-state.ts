import type { LiveState } from "#store/ingest/live-sources.ts";

export type LiveEvent =
  /** A batch of events. */
  | { readonly kind: "batch"; readonly batch: number }
  /** A heartbeat or a file. */
  | { readonly kind: "touch" }
  /** The last event, with the number of batches that were sent. */
  | { readonly kind: "complete"; readonly batches: number };

export type LiveStep =
  /** The event changes the source: a new batch is stored, or the source is completed. */
  | ({ readonly kind: "apply" } & LiveState)
  /** The event was applied before, because its response was lost, or has no content. */
  | ({ readonly kind: "acknowledge" } & LiveState)
  /** Batches are missing, so the client has to continue with batch `expected`. */
  | { readonly kind: "gap"; readonly expected: number }
  /** The source accepts no more data. */
  | { readonly kind: "ended" };

/**
 * Decides what an event does to a live source. Every accepted event resumes an idle source. An ended one only acknowledges what it has stored.
 */
export function nextState({ state, lastBatch }: LiveState, event: LiveEvent): LiveStep {
  const hasEnded = state === "ended";
  const gap = { kind: "gap", expected: lastBatch + 1 } as const;
  const acknowledge = { kind: "acknowledge", state: hasEnded ? "ended" : "running", lastBatch } as const;
  if (event.kind === "touch") return hasEnded ? { kind: "ended" } : acknowledge;
  if (event.kind === "complete") {
    if (hasEnded) return acknowledge;
    return event.batches === lastBatch ? { kind: "apply", state: "ended", lastBatch } : gap;
  }
  if (event.batch <= lastBatch) return acknowledge;
  if (hasEnded) return { kind: "ended" };
  return event.batch === lastBatch + 1 ? { kind: "apply", state: "running", lastBatch: event.batch } : gap;
}
