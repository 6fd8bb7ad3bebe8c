import {
  listTrendEnvironments,
  listTrendFilters,
  listTrendSuites,
  readTrendData,
  readTrendSummary,
} from "@plumb/contract/trends/trends.ts";
import { exportWeek, linkWeek, readLinkedWeek, readWeek } from "@plumb/contract/trends/week.ts";
import { createTrendEvent, deleteTrendEvent, listTrendEvents } from "@plumb/contract/trends/events.ts";
import { type EndpointAccess, inProjectQuery } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: readTrendData, callers: "readers", sample: inProjectQuery },
  { endpoint: readTrendSummary, callers: "readers", sample: inProjectQuery },
  { endpoint: listTrendSuites, callers: "readers", sample: inProjectQuery },
  { endpoint: listTrendEnvironments, callers: "readers", sample: inProjectQuery },
  { endpoint: listTrendFilters, callers: "readers", sample: inProjectQuery },
  { endpoint: readWeek, callers: "readers", sample: inProjectQuery },
  { endpoint: exportWeek, callers: "readers", sample: inProjectQuery },
  { endpoint: linkWeek, callers: "readers", sample: inProjectQuery },
  // The link authorises the request.
  { endpoint: readLinkedWeek, callers: "everyone", status: 403, sample: { query: { link: "forged" } } },
  { endpoint: listTrendEvents, callers: "readers", sample: inProjectQuery },
  // Deploy scripts use a key with the scope `ingest`.
  {
    endpoint: createTrendEvent,
    callers: "uploaders",
    audit: "history",
    sample: ({ projectId }) => ({ query: { projectId: String(projectId) }, body: { kind: "deploy", title: "2.4.1" } }),
  },
  // 404: allowed, but the event does not exist.
  { endpoint: deleteTrendEvent, callers: "users", status: 404, audit: "history", sample: inProjectQuery },
];
