import type { Endpoint } from "#endpoint.ts";
import { createTrendEvent, deleteTrendEvent, listTrendEvents } from "./events.ts";
import { exportWeek, linkWeek, readLinkedWeek, readWeek } from "./week.ts";
import { listTrendEnvironments, listTrendFilters, listTrendSuites, readTrendData, readTrendSummary } from "./trends.ts";

/** Endpoints of this folder, in the order of the API document. */
export const trendEndpoints: readonly Endpoint[] = [
  readTrendData,
  readTrendSummary,
  listTrendSuites,
  listTrendEnvironments,
  listTrendFilters,
  readWeek,
  exportWeek,
  linkWeek,
  readLinkedWeek,
  listTrendEvents,
  createTrendEvent,
  deleteTrendEvent,
];
