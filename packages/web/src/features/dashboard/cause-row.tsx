import { Button, VisuallyHidden } from "@mantine/core";
import type { DashboardCause, SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { counted, cut } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { OwnerNames } from "#ui/badges/owner-names.tsx";
import { StateBadge } from "#ui/badges/state-badge.tsx";
import styles from "./state-panel.module.css";

const visibleSuites = 2;

interface CauseRowProps {
  readonly cause: DashboardCause;
  readonly index: number;
  readonly selected: boolean;
  readonly red: readonly SuiteState[];
  /** How the cause began, as a sentence. */
  readonly story: ReactNode;
  /** Button that assigns it; empty for viewers. */
  readonly assign: ReactNode;
}

/** A cause with its state, error, tests, story, owner and actions. */
export function CauseRow({ cause, index, selected, red, story, assign }: CauseRowProps) {
  const { groupId, error, state, tests, primaryClass, owners } = cause;
  return (
    <li className={styles["cause"]} data-row={index} data-selected={selected || undefined}>
      <span>
        <StateBadge state={state} />
        {selected && <VisuallyHidden>Selected</VisuallyHidden>}
      </span>
      <div className={styles["what"]}>
        <bdi dir="auto" className={styles["error"]} title={cut(error, 1000)}>
          {cut(error, 300)}
        </bdi>
        <div className={styles["line"]}>
          <ClassBadge of={primaryClass ?? "Unclassified"} />
          <Link to="/defects" search={{ tab: "tests", cause: groupId, runs: cause.runIds }}>
            {counted(tests, "test")}
          </Link>
          <bdi className={styles["suites"]}>{suitesText(cause, red)}</bdi>
        </div>
      </div>
      {owners.length === 0 ? (
        <span className={styles["unowned"]}>No owner</span>
      ) : (
        <OwnerNames owners={owners} className={styles["owner"]} label="Owner: " />
      )}
      <span className={styles["actions"]}>
        {assign}
        <Button
          size="xs"
          variant="default"
          aria-label={`Open ${cut(error, 100)}`}
          renderRoot={(props) => <Link to="/defects" search={{ group: groupId }} data-open-row {...props} />}
        >
          Open
        </Button>
      </span>
      <div className={styles["story"]}>{story}</div>
    </li>
  );
}

function suitesText({ runIds }: DashboardCause, red: readonly SuiteState[]): string {
  const names = runIds.flatMap((id) => red.find(({ latest }) => latest.id === id)?.latest.testSuite ?? []);
  const distinct = [...new Set(names)];
  const more = distinct.length - visibleSuites;
  const visible = distinct.slice(0, visibleSuites).map((name) => cut(name, 60));
  return `${visible.join(", ")}${more > 0 ? ` and ${counted(more, "more suite")}` : ""}`;
}
