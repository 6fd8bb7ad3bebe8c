import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { counted } from "#lib/format/format.ts";
import type { BoxSummary } from "./grid-box.ts";
import type { GridModel, GridPosition } from "./grid-model.ts";
import { causeText, columnDetails, columnName, outcomeText, testName } from "./grid-texts.ts";
import styles from "./test-grid.module.css";

interface GridSelectionProps {
  readonly model: GridModel;
  readonly active: GridPosition | null;
  /** Of the selected box; `null` without one. */
  readonly summary: BoxSummary | null;
  /** Actions for the causes in the box. */
  readonly actions: ReactNode;
  readonly onClear: () => void;
}

const unit = { run: "run", day: "day", commit: "commit", environment: "environment", browser: "browser" } as const;

/** Details of the selected cell or box. */
export function GridSelection({ model, active, summary, actions, onClear }: GridSelectionProps) {
  return (
    <section className={styles["selection"]} aria-label="Selection">
      {summary === null ? (
        active === null ? (
          <p className={styles["quiet"]}>Select a cell, or drag a box over several.</p>
        ) : (
          <CellDetails model={model} at={active} />
        )
      ) : (
        <>
          <p>{boxText(summary, unit[model.grid.by])}</p>
          {actions}
          <Button size="xs" variant="default" onClick={onClear}>
            Clear
          </Button>
        </>
      )}
    </section>
  );
}

function boxText({ failures, flaky, causes, tests, columns, withoutCause }: BoxSummary, of: string): string {
  if (failures + flaky === 0) return "No failures in this box";
  const kinds = [
    ...(failures > 0 ? [counted(failures, "failure")] : []),
    ...(flaky > 0 ? [counted(flaky, "flaky result")] : []),
  ].join(" and ");
  const missing = withoutCause === 0 ? "" : `, ${withoutCause} without a listed cause`;
  return `${kinds} of ${counted(causes.length, "cause")} in ${counted(tests, "test")} and ${counted(columns, of)}${missing}`;
}

function CellDetails({ model, at }: { readonly model: GridModel; readonly at: GridPosition }) {
  const test = model.test(at.row);
  const failure = model.cell(at)?.failure ?? null;
  const cause = causeText(model, at);
  const [first] = failure?.causes ?? [];
  if (test === undefined) return null;
  return (
    <div className={styles["details"]}>
      <p>
        <Link to="/tests/$testId" params={{ testId: String(test.id) }}>
          <bdi dir="auto">{testName(test)}</bdi>
        </Link>
      </p>
      <p>
        <b>{`${columnName(model.grid, at.column)}: ${outcomeText(model, at)}`}</b>{" "}
        {failure !== null && (
          <Link
            to="/reports/$reportId"
            params={{ reportId: String(failure.run.id) }}
            search={{ result: failure.resultId }}
          >
            {`Open the failure in #${failure.run.number}`}
          </Link>
        )}
      </p>
      {cause !== null && (
        <p>
          {first === undefined ? (
            cause
          ) : (
            <Link to="/defects" search={{ group: first.groupId }}>
              <bdi dir="auto">{cause}</bdi>
            </Link>
          )}
        </p>
      )}
      <p className={styles["quiet"]}>{columnDetails(model.grid, at.column)}</p>
    </div>
  );
}
