import type { Endpoint } from "#endpoint.ts";
import { createTrendEvent, deleteTrendEvent, listTrendEvents } from "./events.ts";
import { listTrendEnvironments, listTrendFilters, listTrendSuites, readTrendData, readTrendSummary } from "./trends.ts";

/** The endpoints of this folder, in the order of the API document. */
export const trendEndpoints: readonly Endpoint[] = [
  readTrendData,
  readTrendSummary,
  listTrendSuites,
  listTrendEnvironments,
  listTrendFilters,
  listTrendEvents,
  createTrendEvent,
  deleteTrendEvent,
];
