import { Button, VisuallyHidden } from "@mantine/core";
import type { Dashboard, SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { counted, cut, shortCommit } from "#lib/format/format.ts";
import { RunMarks } from "#ui/badges/run-marks.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./state-panel.module.css";

/** Maximum number of suites to show initially. A click shows the rest. */
const visibleFirst = 5;

interface RedSuitesProps extends Pick<Dashboard, "red" | "redSuites" | "suites"> {
  readonly changes: (state: SuiteState) => ReactNode;
}

/** The red suites with their last runs, and the number of the others. */
export function RedSuites({ red, redSuites, suites, changes }: RedSuitesProps) {
  const [all, setAll] = useState(false);
  const visible = red.slice(0, all ? red.length : visibleFirst);
  const hidden = redSuites - visible.length;
  return (
    <div className={styles["suiteColumn"]}>
      <ul className={styles["list"]} aria-label="Red suites">
        {visible.map((state) => (
          <RedSuite key={state.latest.id} state={state} changes={changes} />
        ))}
      </ul>
      {hidden > 0 && visible.length < red.length && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAll(true)}>
          {`Show ${counted(hidden, "more red suite")}`}
        </Button>
      )}
      {hidden > 0 && visible.length === red.length && (
        <Link to="/reports" search={{ status: ["failed", "interrupted"] }}>
          {counted(hidden, "more red suite")}
        </Link>
      )}
      {suites > redSuites && <p className={styles["quiet"]}>{`${counted(suites - redSuites, "suite")} green`}</p>}
    </div>
  );
}

function RedSuite({ state, changes }: { readonly state: SuiteState; readonly changes: RedSuitesProps["changes"] }) {
  const { latest, redSince, base, lastGreen } = state;
  const since = redSince ?? latest;
  const where = [latest.branch, latest.environment, latest.commit === null ? null : shortCommit(latest.commit)];
  return (
    <li className={styles["suite"]}>
      <div className={styles["suiteName"]}>
        <Link to="/reports/$reportId" params={{ reportId: String(latest.id) }}>
          <bdi dir="auto">{cut(latest.testSuite, 80)}</bdi>
          {` #${latest.number}`}
        </Link>
        <Squares state={state} />
      </div>
      <div className={styles["quiet"]}>
        {latest.status === "interrupted" ? "Interrupted, red since " : "Red since "}
        <Link to="/reports/$reportId" params={{ reportId: String(since.id) }}>{`#${since.number}`}</Link>
        {", "}
        <TimeAgo timestamp={since.startTime} />
        <br />
        <bdi>{where.flatMap((part) => (part === null ? [] : cut(part, 40))).join(" · ")}</bdi>{" "}
        <RunMarks report={latest} />
      </div>
      <div className={styles["suiteChanges"]}>
        {changes(state)}
        {base !== null && (
          <Link
            to="/reports/compare"
            search={{ base: base.id, head: latest.id }}
            title={`#${latest.number} compared with #${base.number}, the latest earlier run of this suite and environment${base.branch === null ? "" : ` on ${base.branch}`}`}
          >
            Show changes
          </Link>
        )}
        {lastGreen !== null && lastGreen.id !== base?.id && (
          <Link to="/reports/compare" search={{ base: lastGreen.id, head: latest.id }}>
            {`vs last green #${lastGreen.number}`}
          </Link>
        )}
      </div>
    </li>
  );
}

/** The last runs of a suite as squares, with a mark in the red ones. */
function Squares({ state: { runs } }: { readonly state: SuiteState }) {
  const text = runs.map(({ number, red }) => `#${number} ${red ? "red" : "green"}`).join(", ");
  return (
    <span className={styles["squares"]} title={text}>
      <VisuallyHidden>{`Last runs: ${text}`}</VisuallyHidden>
      {runs.map(({ id, red }) => (
        <i key={id} data-red={red} aria-hidden>
          {red ? "✕" : "✓"}
        </i>
      ))}
    </span>
  );
}
