import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import { Table, VisuallyHidden } from "@mantine/core";
import type { MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconArrowBarRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { cut, formatSeconds } from "#lib/format/format.ts";
import { testOutcome } from "#ui/outcome/outcome.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { matrixKinds } from "./change-kinds.ts";
import styles from "./matrix.module.css";

interface MatrixRowProps {
  readonly test: MatrixTest;
  readonly reports: readonly Report[];
}

/** Row of a test with its outcome in each report. */
export const MatrixRow = memo(function MatrixRow({ test, reports }: MatrixRowProps) {
  return (
    <Table.Tr>
      <TestCell test={test} />
      <Table.Td data-part="change" data-label="Change">
        <Change test={test} reports={reports} />
      </Table.Td>
      {reports.map((report, at) => (
        <Table.Td
          key={report.id}
          data-part="run"
          data-label={`#${report.number}`}
          data-turned={test.turnedAt === at || undefined}
        >
          {test.turnedAt === at && (
            <>
              <IconArrowBarRight size={13} className={styles["turned"]} aria-hidden />
              <VisuallyHidden>Changed: </VisuallyHidden>
            </>
          )}
          <Outcome side={test.runs[at] ?? null} report={report} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
});

function TestCell({ test }: { readonly test: MatrixTest }) {
  const { titlePath, file, variant, occurrence } = test;
  const name = titlePath.map((part) => cut(part, 160)).join(" › ");
  const error = test.runs.findLast((side) => side?.errorLine != null)?.errorLine;
  const location = [file, variant].filter((part) => part !== null && part !== "").join(" · ");
  return (
    <Table.Td data-part="test">
      <span className={styles["two"]}>
        <Link
          to="/tests/$testId"
          params={{ testId: String(test.testId) }}
          className={styles["name"]}
          title={cut(titlePath.join(" › "), 2000)}
        >
          <bdi dir="auto">{occurrence > 1 ? `${name} (${occurrence})` : name}</bdi>
        </Link>
        <span className={styles["under"]}>
          {error !== undefined && error !== null && (
            <bdi dir="auto">{`${cut(subjectFirst(error), 300)}${location === "" ? "" : " · "}`}</bdi>
          )}
          <bdi dir="auto">{cut(location, 200)}</bdi>
        </span>
      </span>
    </Table.Td>
  );
}

/** Changes of a test from base to head, with a link that compares the two reports between which it changed. */
function Change({ test: { kinds, turnedAt, slowdown }, reports }: MatrixRowProps) {
  const text = matrixKinds.filter(({ kind }) => kinds.includes(kind)).map(({ label, word }) => word ?? label);
  const since = turnedAt === null ? undefined : reports[turnedAt];
  const before = turnedAt === null ? undefined : reports[turnedAt - 1];
  const turned = kinds.find((kind) => kind !== "stillFailing");
  const factor = kinds.includes("slower") && slowdown !== null ? `${slowdown.toFixed(1)} × as long` : null;
  return (
    <span className={styles["two"]}>
      <span className={styles["words"]}>{text.length === 0 ? "Unchanged" : text.join(", ")}</span>
      <span className={styles["under"]}>
        {factor !== null && `${factor} `}
        {since !== undefined && before !== undefined && (
          <Link
            to="/reports/compare"
            search={{ base: before.id, head: since.id, show: turned }}
            title={`Compare #${before.number} with #${since.number}`}
          >
            {`since #${since.number}`}
          </Link>
        )}
      </span>
    </span>
  );
}

interface OutcomeProps {
  readonly side: MatrixTest["runs"][number];
  readonly report: Report;
}

/** Outcome of the test in a report, as a link to it. */
function Outcome({ side, report }: OutcomeProps) {
  if (side === null) return <span className={styles["absent"]}>not in this report</span>;
  return (
    <span className={styles["two"]}>
      <Link
        to="/reports/$reportId"
        params={{ reportId: String(report.id) }}
        search={{ result: side.resultId }}
        title={side.errorLine === null ? `In #${report.number}` : cut(subjectFirst(side.errorLine), 300)}
        className={styles["outcome"]}
      >
        <StatusBadge outcome={testOutcome(side.status, side.flaky)} />
      </Link>
      <span className={styles["duration"]}>{formatSeconds(side.duration)}</span>
    </span>
  );
}
