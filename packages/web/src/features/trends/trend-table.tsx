import { Table } from "@mantine/core";
import type { TrendData } from "@plumb/contract/trends/trends.ts";
import { Link } from "@tanstack/react-router";
import type { TrendSearch } from "#lib/address/trend-search.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "./trend-tables.module.css";
import { reportsOf } from "./trend-points.ts";
import { formatCount, formatRate } from "#lib/format/format.ts";
import { formatMinutes, periodName } from "./trend-texts.ts";

interface TrendTableProps {
  readonly data: TrendData;
  readonly search: TrendSearch;
}

const columns = [
  "Period",
  "Runs",
  "Passed",
  "Flaky",
  "Failed",
  "Pass rate",
  "First attempt",
  "Average",
  "p95",
  "Tests",
  "Lost to flakes",
];

/** The charts' data as a table, latest period first. */
export function TrendTable({ data, search }: TrendTableProps) {
  return (
    <div className={`${panel["panel"]} ${styles["table"]}`}>
      <CardTable label="Metrics by period" columns={columns} verticalSpacing={6}>
        {data.runTrends.toReversed().map((period) => (
          <Table.Tr key={period.date}>
            <Table.Td data-part="name">{periodName(period, data.groupBy)}</Table.Td>
            <Table.Td data-part="short" data-label="Runs">
              {period.total_runs > period.deleted_runs ? (
                <Link to="/reports" search={reportsOf(period, search)}>
                  {formatCount(period.total_runs)}
                </Link>
              ) : (
                formatCount(period.total_runs)
              )}
              {period.deleted_runs > 0 && ` (${formatCount(period.deleted_runs)} deleted)`}
            </Table.Td>
            {[
              ["Passed", formatCount(period.passed_runs)],
              ["Flaky", formatCount(period.flaky_runs)],
              ["Failed", formatCount(period.failed_runs)],
              ["Pass rate", formatRate(period.pass_rate)],
              ["First attempt", formatRate(period.first_attempt_pass_rate)],
              ["Average", formatMinutes(period.avg_duration_minutes)],
              ["p95", formatMinutes(period.p95_duration_minutes)],
              ["Tests", period.growth === null ? "–" : formatCount(period.growth.known)],
              ["Lost to flakes", formatMinutes(period.flaky_minutes)],
            ].map(([label, value]) => (
              <Table.Td key={label} data-part="short" data-label={label}>
                {value}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </CardTable>
    </div>
  );
}
