import type { Report } from "@plumb/contract/runs/reports.ts";
import { linkOptions } from "@tanstack/react-router";
import { useMemo } from "react";
import { cut, formatCount, formatTimestamp, formatRate } from "#lib/format/format.ts";
import { LineChart } from "#ui/charts/line-chart.tsx";

const visible = 7;
const tension = 0.4;
const percent = (value: number) => `${value}%`;

/** Pass rates of the newest reports, the oldest on the left. */
export function PassRateTrends({ recent }: { readonly recent: readonly Report[] }) {
  const points = useMemo(() => recent.slice(0, visible).toReversed().map(pointOf), [recent]);
  return (
    <LineChart
      label="Pass Rate Trends"
      points={points}
      max={100}
      tension={tension}
      format={percent}
      empty="No trend data available"
    />
  );
}

/** A running run has no pass rate yet. */
function pointOf({ id, number, testSuite, startTime, status, summary }: Report) {
  const { passed, failed, errored, passRate } = summary;
  const ran = passed + failed + errored;
  const isRunning = status === "running";
  const rate = isRunning
    ? "still running"
    : passRate === null
      ? "no tests ran"
      : `${formatRate(passRate)}: ${formatCount(passed)} of ${formatCount(ran)} tests, excluding skipped ones`;
  return {
    label: `#${number}`,
    value: isRunning ? null : passRate,
    text: `${cut(testSuite, 60)} #${number}\n${rate}\n${formatTimestamp(startTime)}`,
    link: linkOptions({ to: "/reports/$reportId", params: { reportId: String(id) } }),
  };
}
