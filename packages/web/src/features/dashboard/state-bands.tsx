import { Button } from "@mantine/core";
import type { SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import bands from "#ui/layout/bands.module.css";
import styles from "./state-bands.module.css";
import { RedSuite } from "./red-suite.tsx";

/** Maximum number of suites to show initially. A click shows the rest. */
const visibleFirst = 3;

interface StateBandsProps {
  readonly red: readonly SuiteState[];
  readonly redSuites: number;
  readonly suites: number;
  readonly green: SuiteState | null;
  readonly changes: (state: SuiteState) => ReactNode;
}

/** Bands that show whether the project has failures, since when, and what changed. */
export function StateBands({ red, redSuites, suites, green, changes }: StateBandsProps) {
  const [all, setAll] = useState(false);
  if (suites === 0) return null;
  if (red.length === 0) {
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
  const hidden = redSuites - Math.min(red.length, visibleFirst);
  return (
    <div className={bands["bands"]}>
      <ul className={bands["list"]} aria-label="Red suites">
        {red.slice(0, all ? red.length : visibleFirst).map((state) => (
          <RedSuite key={state.latest.id} state={state} changes={changes} />
        ))}
      </ul>
      {hidden > 0 && !all && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAll(true)}>
          {`Show ${counted(hidden, "more red suite")}`}
        </Button>
      )}
      {all && redSuites > red.length && (
        <p className={styles["rest"]}>
          {`${formatCount(redSuites - red.length)} more are red: see the `}
          <Link to="/reports" search={{ status: ["failed", "interrupted"] }}>
            failed reports
          </Link>
          .
        </p>
      )}
    </div>
  );
}
