import type { Dashboard, DashboardCause, SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { Link } from "@tanstack/react-router";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type ReactNode, useRef } from "react";
import { type FailureAct, type FailureTriage, maxAssigned, triagedCause } from "#lib/keys/triaged-failure.ts";
import { useRowKeys } from "#lib/keys/use-row-keys.ts";
import { useSelection } from "#lib/keys/use-selection.ts";
import { counted, cut } from "#lib/format/format.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import bands from "#ui/layout/bands.module.css";
import panel from "#ui/layout/panel.module.css";
import { CauseRow } from "./cause-row.tsx";
import { RedSuites } from "./red-suites.tsx";
import styles from "./state-panel.module.css";

interface StatePanelProps {
  readonly dashboard: Pick<Dashboard, "causeCount" | "causes" | "green" | "red" | "redSuites" | "suites">;
  readonly changes: (state: SuiteState) => ReactNode;
  readonly story: (cause: DashboardCause) => ReactNode;
  readonly assign: (cause: DashboardCause) => ReactNode;
  readonly triage?: FailureTriage | undefined;
}

/** Whether the project has failures, and why: red suites on the left, the causes of their failures on the right. */
export function StatePanel({ dashboard, changes, ...list }: StatePanelProps) {
  const { red, suites, green, causes, causeCount } = dashboard;
  if (suites === 0) return null;
  if (red.length === 0) return <AllGreen green={green} changes={changes} />;
  const hidden = causeCount - causes.length;
  return (
    <section className={`${panel["panel"]} ${styles["panel"]}`} aria-label="Current state">
      <RedSuites {...dashboard} changes={changes} />
      <div className={styles["causes"]}>
        {causes.length === 0 ? (
          <p className={styles["none"]}>{noCausesText(red)}</p>
        ) : (
          <CauseList causes={causes} red={red} {...list} />
        )}
        {hidden > 0 && (
          <p className={styles["more"]}>
            <Link to="/defects" search={{ runs: red.map(({ latest }) => latest.id) }}>
              {counted(hidden, "more cause")}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

type CauseListProps = Pick<StatePanelProps, "assign" | "story" | "triage"> & Pick<Dashboard, "causes" | "red">;

/** Causes, with the keys of the other lists of failures. */
function CauseList({ causes, red, story, assign, triage }: CauseListProps) {
  const list = useRef<HTMLOListElement>(null);
  const selection = useSelection("causes", { max: maxAssigned });
  const ids = causes.map(({ groupId }) => groupId);
  const failuresOf = (of: "selection" | number) =>
    causes
      .filter(({ groupId }) => (of === "selection" ? selection.selected.has(groupId) : groupId === of))
      .map(({ groupId, error, tests }) => triagedCause(groupId, error, tests));
  const actions = triage && {
    ...selection,
    onClassify: (of: "selection" | number, as: FailureClass) => {
      triage.onClassify(failuresOf(of), as);
      if (of === "selection") selection.clear();
    },
    onAct: (act: FailureAct, of: "selection" | number) => triage.onAct(act, failuresOf(of)),
    onUndo: triage.onUndo,
    onCopyLink: (id: number) => failuresOf(id).forEach(triage.onCopyLink),
  };
  useRowKeys(list, { noun: "cause", opens: "Open the cause", ids, actions });
  return (
    <>
      <ol ref={list} className={styles["list"]} aria-label="Causes">
        {causes.map((cause, index) => (
          <CauseRow
            key={cause.groupId}
            index={index}
            cause={cause}
            selected={selection.selected.has(cause.groupId)}
            red={red}
            story={story(cause)}
            assign={assign(cause)}
          />
        ))}
      </ol>
      {selection.selected.size > 0 && triage !== undefined && (
        <div className={styles["selection"]}>{triage.barOf(failuresOf("selection"), selection.clear)}</div>
      )}
    </>
  );
}

function noCausesText(red: readonly SuiteState[]): string {
  return red.every(({ grouped }) => grouped)
    ? "No failed test has an error."
    : "No causes yet. Failures are grouped shortly after a report is imported.";
}

function AllGreen({ green, changes }: Pick<StatePanelProps, "changes"> & Pick<Dashboard, "green">) {
  return (
    <div className={`${bands["band"]} ${styles["green"]}`}>
      <StatusBadge outcome="passed" variant="chip" />
      <span className={bands["what"]}>
        <strong>All green.</strong> The latest report of every suite has no failures.
      </span>
      {green?.changes !== null && green !== null && (
        <span className={bands["side"]}>
          <Link
            className={bands["open"]}
            to="/reports/$reportId"
            params={{ reportId: String(green.latest.id) }}
          >{`${cut(green.latest.testSuite, 60)} #${green.latest.number}`}</Link>
          {changes(green)}
        </span>
      )}
    </div>
  );
}
