import { splitSubject } from "@plumb/analysis/errors/error-subject.ts";
import type { GroupBy, ResultGroup } from "@plumb/contract/runs/results.ts";
import { memo, type ReactNode } from "react";
import { browserLabel } from "#lib/format/browser-label.ts";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { outcomeStyles } from "#ui/outcome/outcome.ts";
import styles from "./group-head.module.css";
import { RowMark } from "./row-mark.tsx";
import { StateMark } from "./state-mark.tsx";

interface GroupHeadProps {
  readonly by: GroupBy;
  readonly group: ResultGroup;
  readonly open: boolean;
  readonly selected?: boolean;
  readonly onToggle: (key: string) => void;
  /** Marks of a cause, such as its analysis item. Must be referentially stable. */
  readonly markOf?: ((groupId: number) => ReactNode) | undefined;
  /** Since when a cause fails. Must be referentially stable. */
  readonly sinceOf?: ((groupId: number) => ReactNode) | undefined;
}

/** Header of a test group with its state, common value, size and class. Toggles the group. */
export const GroupHead = memo(function GroupHead(props: GroupHeadProps) {
  const { by, group, open, selected = false, onToggle, markOf, sinceOf } = props;
  const named = group.key !== "~";
  const title = titleOf(by, group);
  // The subject of the assertion distinguishes failures, because many have the same assertion.
  const { first, subject } = by === "failure" && named ? splitSubject(title) : { first: title, subject: null };
  const since = group.cause !== null && sinceOf?.(group.cause.groupId);
  return (
    <button
      data-tour={by === "failure" && named ? "causes" : undefined}
      type="button"
      className={`${styles["head"]} ${open ? styles["open"] : ""}`}
      aria-expanded={open}
      data-group={group.key}
      data-open-row
      data-selected={selected || undefined}
      onClick={() => onToggle(group.key)}
    >
      <RowMark selected={selected} chevron={styles["chevron"]} />
      <States group={group} />
      <span className={`${styles["name"]} ${by === "browser" || !named ? "" : styles["mono"]}`}>
        <span className={styles["title"]} title={cut(title, 1000)}>
          {cut(subject ?? first, 300)}
        </span>
        <span className={styles["under"]}>
          {since !== false && since !== undefined && <span className={styles["since"]}>{since}</span>}
          {group.owners.length > 0 && <span>{ownersOf(group)}</span>}
          {subject !== null && <span>{cut(first, 300)}</span>}
        </span>
      </span>
      <Counts group={group} />
      <span className={styles["marks"]}>
        <ClassOf group={group} />
        {group.cause !== null && <span className={styles["more"]}>{markOf?.(group.cause.groupId)}</span>}
      </span>
    </button>
  );
});

/** Whether the failures of a group are new, back or known. If only some of them are new or back, shows how many. */
function States({ group }: { readonly group: ResultGroup }) {
  const { newFailures, backAgain, knownFailures } = group;
  if (newFailures + backAgain + knownFailures === 0) return null;
  const states = [
    { state: "new", count: newFailures },
    { state: "back", count: backAgain },
    { state: "known", count: knownFailures },
  ] as const;
  const present = states.filter(({ count }) => count > 0);
  return (
    <span className={styles["states"]}>
      {present.length === 1
        ? present.map(({ state }) => <StateMark key={state} state={state} />)
        : present.slice(0, 2).map(({ state, count }) => <StateMark key={state} state={state} count={count} />)}
    </span>
  );
}

/** Numbers of failed, errored and flaky tests. The total follows if it differs, because no number is repeated. */
function Counts({ group }: { readonly group: ResultGroup }) {
  const { failed, errored, flaky, total, quarantined } = group;
  const single = [failed, errored, flaky].includes(total);
  return (
    <span className={styles["counts"]}>
      <span className={styles["outcomes"]}>
        <Count outcome="failed" count={failed} />
        <Count outcome="errored" count={errored} />
        <Count outcome="flaky" count={flaky} />
        {!single && <span className={styles["total"]}>{counted(total, "test")}</span>}
      </span>
      {quarantined > 0 && (
        <span className={styles["held"]} title="Failures of tests in quarantine are excluded from trends and gates">
          {`${formatCount(quarantined)} in quarantine`}
        </span>
      )}
    </span>
  );
}

/** Returns the owners of tests with this failure: `Ada, Grace and others`. */
function ownersOf({ owners }: ResultGroup): string {
  const named = owners.slice(0, visibleOwners).map((owner) => cut(owner, 40));
  return `${named.join(", ")}${owners.length > visibleOwners ? " and others" : ""}`;
}

const visibleOwners = 3;

function ClassOf({ group: { cause } }: { readonly group: ResultGroup }) {
  if (cause === null || cause.primaryClass === null) return null;
  return <ClassBadge of={cause.primaryClass} />;
}

function Count({ outcome, count }: { readonly outcome: "failed" | "errored" | "flaky"; readonly count: number }) {
  if (count === 0) return null;
  const { icon: Icon, word, color } = outcomeStyles[outcome];
  return (
    <span className={styles["count"]} style={{ color: `var(--${color}-ink)` }}>
      <Icon size={14} aria-hidden />
      {formatCount(count)}
      <span className={styles["word"]}>{` ${word.toLowerCase()}`}</span>
    </span>
  );
}

/** Returns the common property of a group as text. */
function titleOf(by: GroupBy, { key, errorLine, failed, errored, skipped, passed }: ResultGroup): string {
  if (by === "browser") return key === "~" ? "Unknown Browser" : browserLabel(key);
  if (by === "file") return key === "~" ? "No file or class" : key;
  if (key !== "~") return errorLine === null || errorLine.trim() === "" ? "No error message" : errorLine;
  if (failed + errored > 0) return "No error message";
  if (skipped === 0) return "Passed";
  return passed === 0 ? "Skipped" : "Passed and skipped";
}
