import { dayMs } from "@plumb/contract/durations.ts";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import type {
  TrendData,
  TrendMetrics,
  TrendOptions,
  TrendPart,
  TrendPeriod,
  TrendSummary,
} from "@plumb/contract/trends/trends.ts";

export function sampleMetrics(change: Partial<TrendMetrics> = {}): TrendMetrics {
  return {
    total_runs: 12,
    passed_runs: 9,
    failed_runs: 3,
    interrupted_runs: 1,
    flaky_runs: 2,
    deleted_runs: 0,
    avg_duration_minutes: 6.2,
    p50_duration_minutes: 5.5,
    p90_duration_minutes: 9.1,
    p95_duration_minutes: 9.8,
    total_tests: 1200,
    passed_tests: 1164,
    failed_tests: 36,
    first_passed_tests: 1140,
    flaky_tests: 24,
    quarantined_failures: 0,
    left_out_failures: 0,
    pass_rate: 97,
    first_attempt_pass_rate: 95,
    green_rate: 75,
    flaky_minutes: 3.4,
    ...change,
  };
}

export const noRuns: Partial<TrendMetrics> = {
  total_runs: 0,
  passed_runs: 0,
  failed_runs: 0,
  interrupted_runs: 0,
  flaky_runs: 0,
  avg_duration_minutes: null,
  p50_duration_minutes: null,
  p90_duration_minutes: null,
  p95_duration_minutes: null,
  total_tests: 0,
  passed_tests: 0,
  failed_tests: 0,
  first_passed_tests: 0,
  flaky_tests: 0,
  pass_rate: null,
  first_attempt_pass_rate: null,
  green_rate: null,
  flaky_minutes: 0,
};

const first = Date.UTC(2030, 0, 1);
const dayOf = (index: number) => new Date(first + index * dayMs).toISOString().slice(0, 10);

/** Returns the data of a day. Every seventh day has no runs, and each other day differs a little from the previous one. */
export function samplePeriod(index: number, change: Partial<TrendPeriod> = {}): TrendPeriod {
  const date = dayOf(index);
  const resting = Math.abs(index) % 7 === 5;
  const passRate = 95 + ((index * 37 + 900) % 41) / 10;
  return {
    ...sampleMetrics({
      total_runs: 6 + (Math.abs(index) % 5),
      passed_runs: 4 + (Math.abs(index) % 5),
      failed_runs: 2,
      flaky_runs: Math.abs(index) % 3,
      pass_rate: passRate,
      first_attempt_pass_rate: passRate - 1.5,
      avg_duration_minutes: 6 + (Math.abs(index) % 4) / 2,
      flaky_minutes: (Math.abs(index) % 6) / 2,
    }),
    ...(resting && noRuns),
    date,
    from: date,
    to: date,
    partial: false,
    growth: { known: 380 + index, added: 2, removed: 1 },
    ...change,
  };
}

export function sampleData(days = 30, change: Partial<TrendData> = {}): TrendData {
  return {
    from: dayOf(0),
    to: dayOf(days - 1),
    previous_from: dayOf(-days),
    previous_to: dayOf(-1),
    timeZone: "UTC",
    groupBy: "day",
    runTrends: Array.from({ length: days }, (_, index) => samplePeriod(index)),
    previous: Array.from({ length: days }, (_, index) => samplePeriod(index - days)),
    ...change,
  };
}

export function sampleSummary(change: Partial<TrendSummary> = {}): TrendSummary {
  return {
    ...sampleMetrics({ total_runs: 212, passed_runs: 170, failed_runs: 42, interrupted_runs: 3 }),
    from: dayOf(0),
    to: dayOf(29),
    previous_from: dayOf(-30),
    previous_to: dayOf(-1),
    timeZone: "UTC",
    total_failed_runs: 42,
    previous: {
      ...sampleMetrics({ total_runs: 200, failed_runs: 30, pass_rate: 98.4, avg_duration_minutes: 6.18 }),
      total_failed_runs: 30,
    },
    counted_runs: 912,
    first_day: "2029-06-01",
    last_day: dayOf(29),
    ...change,
  };
}

/** Returns the summary of a range without runs. */
export function emptySummary(change: Partial<TrendSummary> = {}): TrendSummary {
  return sampleSummary({
    ...noRuns,
    previous: { ...sampleMetrics(noRuns), total_failed_runs: 0 },
    total_failed_runs: 0,
    ...change,
  });
}

export function sampleParts(): TrendPart[] {
  return [
    { name: "checkout-e2e", ...sampleMetrics({ total_runs: 120 }), previous: sampleMetrics({ pass_rate: 98.4 }) },
    {
      name: "api",
      ...sampleMetrics({ total_runs: 80, pass_rate: 99.9 }),
      previous: sampleMetrics({ pass_rate: 99.8 }),
    },
    { name: "mobile", ...sampleMetrics({ total_runs: 12 }), previous: sampleMetrics(noRuns) },
  ];
}

export function sampleOptions(): TrendOptions {
  return {
    testSuites: ["checkout-e2e", "api", "mobile"],
    environments: ["staging", "production"],
    branches: ["main", "feature/vouchers"],
    frameworks: ["playwright", "junit"],
    tags: ["nightly", "smoke"],
    facts: ["browser=chrome-143", "browser=firefox-140", "os=linux"],
    owners: ["ada", "team-payments"],
  };
}

export function sampleEvents(): TrendEvent[] {
  return [
    {
      id: 3,
      at: "2030-01-20T09:00:00Z",
      kind: "deploy",
      title: "Shop 2.4.1",
      url: "https://ci.example/241",
      environment: "staging",
      by: null,
    },
    {
      id: 2,
      at: "2030-01-12T02:00:00Z",
      kind: "outage",
      title: "Staging unreachable",
      url: null,
      environment: "staging",
      by: "Ada Lovelace",
    },
    {
      id: 1,
      at: "2030-01-04T15:00:00Z",
      kind: "other",
      title: "Chrome updated",
      url: null,
      environment: null,
      by: "Ada Lovelace",
    },
  ];
}
