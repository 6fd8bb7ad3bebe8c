import { Table } from "@mantine/core";
import type { SuiteRunFailure } from "@plumb/contract/failures/failures.ts";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { type FailureSearch, narrowed } from "#lib/address/failure-search.ts";
import { cut, formatCount } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { ClassCounts } from "#features/failures/summary/class-counts.tsx";
import styles from "./failure-rows.module.css";
import { useRowKeys } from "#lib/keys/use-row-keys.ts";
import type { Selection } from "#lib/keys/use-selection.ts";
import { RowCheckbox } from "./row-checkbox.tsx";

interface SuiteRunsTableProps {
  readonly runs: readonly SuiteRunFailure[];
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
  readonly search: FailureSearch;
  readonly selection: Pick<Selection, "onSelect" | "selected">;
}

/** Table of runs with failures, their classes and the number of new ones. */
export function SuiteRunsTable({ runs, stale, search, selection }: SuiteRunsTableProps) {
  const list = useRef<HTMLDivElement>(null);
  const ids = runs.map(({ runId }) => runId);
  useRowKeys(list, { noun: "run", opens: "Open the report", ids, actions: undefined, selection });
  return (
    <div ref={list} className={`${panel["panel"]} ${styles["list"]} ${styles["runs"]}`} aria-busy={stale}>
      <CardTable
        label="Runs"
        wide
        columns={["Suite and run", "Classes", "Most frequent", "Causes", "Failures", "Started"]}
        verticalSpacing={6}
      >
        {runs.map((run, index) => (
          <RunRow key={run.runId} run={run} index={index} search={search} ids={ids} selection={selection} />
        ))}
      </CardTable>
    </div>
  );
}

interface RunRowProps extends Pick<SuiteRunsTableProps, "search" | "selection"> {
  readonly run: SuiteRunFailure;
  readonly index: number;
  readonly ids: readonly number[];
}

function RunRow({ run, index, search, ids, selection }: RunRowProps) {
  const { suiteName, runId, runNumber } = run;
  const ofRun = narrowed(search, { runs: [runId] });
  const scope = [run.environment, run.branch].filter((part) => part !== null && part !== "").join(" · ");
  return (
    <Table.Tr data-row={index} data-selected={selection.selected.has(runId)}>
      <Table.Td>
        <div className={styles["class"]}>
          <RowCheckbox id={runId} label={`Select ${cut(suiteName, 100)} #${runNumber}`} ids={ids} {...selection} />
          <span className={styles["two"]}>
            <span title={suiteName}>
              <Link
                to="/reports/$reportId"
                params={{ reportId: String(runId) }}
                className={styles["name"] ?? ""}
                data-open-row
              >
                <bdi dir="auto">{cut(suiteName, 100)}</bdi>
                {` #${runNumber}`}
              </Link>
            </span>
            <span className={styles["under"]} title={scope}>
              {cut(scope, 80)}
            </span>
          </span>
        </div>
      </Table.Td>
      <Table.Td>
        <ClassCounts counts={run.counts} searchOf={(of) => narrowed(ofRun, { tab: "tests", class: of })} />
      </Table.Td>
      <Table.Td className={styles["quiet"] ?? ""}>
        {run.topSubClasses.map(({ subClass, count }) => (
          <div key={subClass.code} title={subClass.code}>{`${formatCount(count)} × ${subClass.name}`}</div>
        ))}
      </Table.Td>
      <Table.Td data-part="short" data-label="Causes">
        <Link to="/defects" search={narrowed(ofRun, { tab: undefined })} className={styles["count"]}>
          {formatCount(run.groups)}
        </Link>
        {run.newGroups > 0 && (
          <div title="Causes seen in one run only, or for less than a day">
            <Link
              to="/defects"
              search={narrowed(ofRun, { tab: undefined, state: "new" })}
              style={{ color: "var(--failed-ink)" }}
            >
              {`${formatCount(run.newGroups)} new`}
            </Link>
          </div>
        )}
      </Table.Td>
      <Table.Td data-part="short" data-label="Failures">
        <Link to="/defects" search={narrowed(ofRun, { tab: "tests" })} className={styles["count"]}>
          {formatCount(run.failures)}
        </Link>
      </Table.Td>
      <Table.Td data-part="short" data-label="Started">
        <TimeAgo timestamp={run.startedAt} className={styles["quiet"]} />
      </Table.Td>
    </Table.Tr>
  );
}
