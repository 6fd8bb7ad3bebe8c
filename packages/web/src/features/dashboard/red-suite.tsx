import { VisuallyHidden } from "@mantine/core";
import type { SuiteState } from "@plumb/contract/projects/dashboard.ts";
import type { ResultFilter } from "@plumb/contract/runs/results.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { counted, cut, formatCount, shortCommit } from "#lib/format/format.ts";
import { classStyles } from "#ui/badges/class-badge.tsx";
import { RunMarks } from "#ui/badges/run-marks.tsx";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import bands from "#ui/layout/bands.module.css";
import styles from "./state-bands.module.css";

interface RedSuiteProps {
  readonly state: SuiteState;
  readonly changes: (state: SuiteState) => ReactNode;
}

/** `checkout-e2e is red on main, since #1285, 2 min ago`, with the changes. */
export function RedSuite({ state, changes }: RedSuiteProps) {
  const { latest, redSince, base, owners } = state;
  const branch = latest.branch === null ? "" : ` on ${cut(latest.branch, 60)}`;
  const since = redSince ?? latest;
  const more = [latest.environment, ...(latest.commit === null ? [] : [shortCommit(latest.commit)])];
  return (
    <li className={`${bands["band"]} ${styles["red"]}`}>
      <StatusBadge outcome={latest.status === "interrupted" ? "interrupted" : "failed"} variant="chip" />
      <span className={bands["what"]}>
        <strong>{`${cut(latest.testSuite, 80)} is red${branch}`}</strong>
        <span className={styles["since"]}>
          {", since "}
          <Link to="/reports/$reportId" params={{ reportId: String(since.id) }}>{`#${since.number}`}</Link>
          {", "}
          <TimeAgo timestamp={since.startTime} />
          {` · ${more.map((part) => cut(part, 40)).join(" · ")} `}
          <RunMarks report={latest} />
        </span>
        {owners.count > 0 && (
          <span className={styles["owners"]} title="Owners of the failed tests">
            {ownerText(owners)}
          </span>
        )}
      </span>
      <span className={bands["side"]}>
        <Causes state={state} />
        {state.changes === null ? <Failures state={state} /> : changes(state)}
        {base === null ? (
          <Link className={bands["open"]} to="/reports/$reportId" params={{ reportId: String(latest.id) }}>
            {`Open #${latest.number}`}
          </Link>
        ) : (
          <Link
            className={bands["open"]}
            to="/reports/compare"
            search={{ base: base.id, head: latest.id }}
            title={`#${latest.number} compared with #${base.number}, the latest earlier run of this suite and environment${base.branch === null ? "" : ` on ${base.branch}`}`}
          >
            Show changes
          </Link>
        )}
      </span>
    </li>
  );
}

/** `Owned by @checkout (6), @accounts (3) and 2 more` */
function ownerText({ most, count }: SuiteState["owners"]): string {
  const named = most.map(({ owner, failures }) => `${cut(owner, 40)} (${formatCount(failures)})`).join(", ");
  const more = count - most.length;
  return `Owned by ${named}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
}

/** Causes of the failures: `2 new causes`, and the number of failures per class. */
function Causes({ state: { latest, causes } }: Pick<RedSuiteProps, "state">) {
  if (causes === null || causes.classes.length === 0) return null;
  const runs = [latest.id];
  return (
    <span className={styles["causes"]}>
      {causes.newCauses > 0 && (
        <Link to="/defects" search={{ runs, state: "new" }} className={styles["newCauses"]}>
          {counted(causes.newCauses, "new cause")}
        </Link>
      )}
      {causes.classes.map(({ class: name, failures }) => {
        const { icon: Icon, color } = classStyles[name];
        return (
          <Link
            key={name}
            to="/defects"
            search={{ runs, class: name }}
            title={name}
            style={{ color: `var(--${color}-ink)` }}
          >
            <Icon size={15} aria-hidden />
            <VisuallyHidden>{`${name} `}</VisuallyHidden>
            {formatCount(failures)}
          </Link>
        );
      })}
    </span>
  );
}

/** Failures, if there is no run to compare with. */
function Failures({ state: { latest } }: { readonly state: SuiteState }) {
  const { failed, errored } = latest.summary;
  const counts: readonly (readonly [ResultFilter, number, string])[] = [
    ["failed", failed, "failed"],
    ["error", errored, "errored"],
  ];
  return counts.map(
    ([status, count, word]) =>
      count > 0 && (
        <Link
          key={status}
          className={styles["failures"]}
          to="/reports/$reportId"
          params={{ reportId: String(latest.id) }}
          search={{ status }}
        >
          {`${formatCount(count)} ${word}`}
        </Link>
      ),
  );
}
