import { Table } from "@mantine/core";
import type { MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { Link } from "@tanstack/react-router";
import { cut } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { MatrixRow } from "./matrix-row.tsx";
import styles from "./matrix.module.css";

interface MatrixTableProps {
  readonly reports: readonly Report[];
  readonly tests: readonly MatrixTest[];
  /** Whether the rows belong to the previous search. */
  readonly stale: boolean;
}

/** Table with a row per test and a column per report. */
export function MatrixTable({ reports, tests, stale }: MatrixTableProps) {
  return (
    <div className={`${panel["panel"]} ${styles["matrix"]}`} aria-busy={stale}>
      <Table verticalSpacing={6} aria-label="Tests">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Test</Table.Th>
            <Table.Th>Change</Table.Th>
            {reports.map((report, at) => (
              <Table.Th key={report.id} className={styles["run"] ?? ""}>
                <ReportHead report={report} part={at === 0 ? "Base" : at === reports.length - 1 ? "Head" : null} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tests.map((test) => (
            <MatrixRow key={`${test.testId} ${test.occurrence}`} test={test} reports={reports} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function ReportHead({ report, part }: { readonly report: Report; readonly part: string | null }) {
  return (
    <span className={styles["head"]} title={`${report.testSuite}, ${report.environment}`}>
      <Link to="/reports/$reportId" params={{ reportId: String(report.id) }}>{`#${report.number}`}</Link>
      {part !== null && ` ${part}`}
      <small>
        <bdi>{cut(report.branch ?? report.environment, 18)}</bdi> · <TimeAgo timestamp={report.startTime} />
      </small>
    </span>
  );
}
