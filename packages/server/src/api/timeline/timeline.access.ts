import { readLiveRun, readRunPace } from "@plumb/contract/runs/live-run.ts";
import { readTimeline } from "@plumb/contract/runs/timeline.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: readTimeline, callers: "readers" },
  { endpoint: readLiveRun, callers: "readers" },
  { endpoint: readRunPace, callers: "readers" },
];
