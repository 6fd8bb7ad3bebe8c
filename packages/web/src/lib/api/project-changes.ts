import { coalesce } from "./coalesce.ts";
import { onConnected, onServerEvent } from "./realtime.ts";

/** Event of a project. Older servers may omit the project, so the event may belong to any. */
type ProjectEvent =
  | "annotations-changed"
  | "failures-changed"
  | "test-execution-completed"
  | "test-execution-started"
  | "trends-changed";

interface ProjectChanges {
  readonly events: readonly ProjectEvent[];
  /** Events within this time cause a single reload. */
  readonly withinMs: number;
  readonly reload: () => void;
}

/**
 * Calls `reload` after one of these events of the project, or when events may have been missed. Returns the function to
 * unsubscribe.
 */
export function onProjectChanges(projectId: number, { events, withinMs, reload }: ProjectChanges): () => void {
  const soon = coalesce(reload, withinMs);
  const onEvent = (event: number | { readonly projectId?: number }) => {
    const changed = typeof event === "number" ? event : event.projectId;
    if (changed === undefined || changed === projectId) soon.call();
  };
  const stops = [...events.map((event) => onServerEvent(event, onEvent)), onConnected(soon.call), soon.cancel];
  return () => {
    for (const stop of stops) stop();
  };
}
