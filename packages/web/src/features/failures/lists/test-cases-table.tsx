import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import { ActionIcon, Table } from "@mantine/core";
import type { TestCaseFailure } from "@plumb/contract/failures/failures.ts";
import { IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { ClassCell } from "./class-cell.tsx";
import { ErrorLine } from "./error-line.tsx";
import styles from "./failure-rows.module.css";
import { useRowKeys } from "#lib/keys/use-row-keys.ts";
import type { RowActions } from "./row-actions.ts";
import { SelectPage } from "./select-page.tsx";

interface TestCasesTableProps {
  readonly tests: readonly TestCaseFailure[];
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
  /** `undefined` for viewers. */
  readonly actions: RowActions | undefined;
}

/** Table of failed tests. Each links to its last failure in the report. */
export function TestCasesTable({ tests, stale, actions }: TestCasesTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, { noun: "test", opens: "Open the failure in its report", ids: tests.map(({ id }) => id), actions });
  return (
    <div ref={list} className={`${panel["panel"]} ${styles["list"]} ${styles["tests"]}`} aria-busy={stale}>
      <CardTable
        label="Tests"
        wide
        columns={["Class", "Test and error", "Suite and run", "Failures", "Last seen"]}
        actions={actions !== undefined}
        {...(actions !== undefined && { selectAll: <SelectPage nouns="tests" {...actions} /> })}
        verticalSpacing={6}
      >
        {tests.map((test, index) => (
          <TestRow key={test.testId} test={test} index={index} actions={actions} />
        ))}
      </CardTable>
    </div>
  );
}

interface TestRowProps {
  readonly test: TestCaseFailure;
  readonly index: number;
  readonly actions: RowActions | undefined;
}

function TestRow({ test, index, actions }: TestRowProps) {
  const { id, testName, runId, primaryClass, subClass } = test;
  const report = { to: "/reports/$reportId", params: { reportId: String(runId) } } as const;
  const scope = [test.environment, test.branch].filter((part) => part !== null && part !== "").join(" · ");
  return (
    <Table.Tr data-row={index} data-selected={actions?.selected.has(id) === true}>
      <Table.Td data-part="fit">
        <ClassCell id={id} name={testName} primaryClass={primaryClass} subClass={subClass} actions={actions} />
      </Table.Td>
      <Table.Td>
        <span className={styles["two"]}>
          <Link
            {...report}
            search={{ result: id }}
            className={`${styles["name"]} ${styles["mono"]}`}
            title={[test.file, testName].filter((part) => part !== null).join(" › ")}
            data-open-row
          >
            <bdi dir="auto">{cut(testName, 300)}</bdi>
          </Link>
          {test.errorLine !== null && (
            <ErrorLine text={subjectFirst(test.errorLine)} className={styles["quiet"] ?? ""} />
          )}
        </span>
      </Table.Td>
      <Table.Td>
        <span className={styles["two"]}>
          <span title={test.suiteName}>
            <bdi dir="auto">{cut(test.suiteName, 100)}</bdi> <Link {...report}>{`#${test.runNumber}`}</Link>
          </span>
          <span className={styles["under"]} title={scope}>
            {cut(scope, 80)}
          </span>
        </span>
      </Table.Td>
      <Table.Td data-part="short" data-label="Failures">
        {formatCount(test.failures)}
      </Table.Td>
      <Table.Td data-part="short" data-label="Last seen">
        <TimeAgo timestamp={test.lastSeen} className={styles["quiet"]} />
      </Table.Td>
      {actions !== undefined && (
        <Table.Td data-part="actions">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Reclassify ${cut(testName, 100)}`}
            title="Reclassify"
            aria-haspopup="dialog"
            onClick={() => actions.onReclassify(id)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
