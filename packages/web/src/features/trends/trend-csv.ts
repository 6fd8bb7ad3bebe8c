import type { TrendData, TrendPeriod } from "@plumb/contract/trends/trends.ts";

const columns: readonly (readonly [name: string, value: (period: TrendPeriod) => string | number | null])[] = [
  ["date", ({ date }) => date],
  ["from", ({ from }) => from],
  ["to", ({ to }) => to],
  ...(
    [
      "total_runs",
      "passed_runs",
      "failed_runs",
      "interrupted_runs",
      "flaky_runs",
      "deleted_runs",
      "total_tests",
      "passed_tests",
      "first_passed_tests",
      "flaky_tests",
      "quarantined_failures",
      "left_out_failures",
      "pass_rate",
      "first_attempt_pass_rate",
      "green_rate",
      "avg_duration_minutes",
      "p50_duration_minutes",
      "p90_duration_minutes",
      "p95_duration_minutes",
      "flaky_minutes",
    ] as const
  ).map((name) => [name, (period: TrendPeriod) => period[name]] as const),
  ["known_tests", ({ growth }) => growth?.known ?? null],
  ["added_tests", ({ growth }) => growth?.added ?? null],
  ["removed_tests", ({ growth }) => growth?.removed ?? null],
];

/** Returns a line per period, earliest first. Contains only days and numbers, so no cell can be interpreted as a formula. */
function trendCsv({ runTrends }: Pick<TrendData, "runTrends">): string {
  const lines = [
    columns.map(([name]) => name),
    ...runTrends.map((period) => columns.map(([, value]) => String(value(period) ?? ""))),
  ];
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** Downloads the data as CSV. */
export function saveTrendCsv(data: Pick<TrendData, "runTrends" | "from" | "to">): void {
  const url = URL.createObjectURL(new Blob([trendCsv(data)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `trends-${data.from}-to-${data.to}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
