import { coalesce } from "./coalesce.ts";
import { onConnected, onServerEvent } from "./realtime.ts";

/** Events with a project. Older servers may omit it: the event may belong to any. */
type ProjectEvent =
  | "annotations-changed"
  | "failures-changed"
  | "test-execution-completed"
  | "test-execution-started"
  | "trends-changed";

interface ProjectChanges {
  readonly events: readonly ProjectEvent[];
  /** Events within it are one reload. */
  readonly withinMs: number;
  readonly reload: () => void;
}

/** Reloads what is shown of a project when one of the events is of it, or when some may have been missed. Returns the way to stop. */
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
