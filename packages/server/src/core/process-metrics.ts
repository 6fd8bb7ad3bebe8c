import { Histogram } from "prom-client";

export interface ProcessMetrics {
  /** Seconds from the end of a run's last upload until the trends contain it. */
  readonly countDelay: Histogram;
}

/** Creates the metrics without a registry, because tests run several servers in one process. */
export function createProcessMetrics(): ProcessMetrics {
  return {
    countDelay: new Histogram({
      name: "plumb_count_delay_seconds",
      help: "Time from the end of the last upload of a run until the trends contain it, for the runs that this server counted",
      buckets: [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600],
      registers: [],
    }),
  };
}
