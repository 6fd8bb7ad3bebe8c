import {
  listOutcomes,
  listResultGroups,
  listResults,
  listResultsById,
  locateResult,
  readResult,
  readResultHistory,
} from "@plumb/contract/runs/results.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listResults, callers: "readers", shared: true },
  { endpoint: listResultGroups, callers: "readers", shared: true, sample: { query: { by: "failure" } } },
  {
    endpoint: listResultsById,
    callers: "readers",
    shared: true,
    sample: ({ resultId }) => ({ query: { ids: String(resultId) } }),
  },
  { endpoint: listOutcomes, callers: "readers", sample: ({ resultId }) => ({ query: { ids: String(resultId) } }) },
  { endpoint: readResult, callers: "readers", shared: true },
  { endpoint: readResultHistory, callers: "readers" },
  { endpoint: locateResult, callers: "readers", shared: true },
];
