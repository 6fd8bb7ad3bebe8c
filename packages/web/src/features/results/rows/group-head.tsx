import { splitSubject } from "@plumb/analysis/errors/error-subject.ts";
import type { GroupBy, ResultGroup } from "@plumb/contract/runs/results.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { browserLabel } from "#lib/format/browser-label.ts";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { outcomeStyles } from "#ui/outcome/outcome.ts";
import styles from "./group-head.module.css";
import { StateMark } from "./state-mark.tsx";

interface GroupHeadProps {
  readonly by: GroupBy;
  readonly group: ResultGroup;
  readonly open: boolean;
  readonly onToggle: (key: string) => void;
  /** Additional marks for a cause. Must be referentially stable. */
  readonly markOf?: ((groupId: number) => ReactNode) | undefined;
}

/** Header of a test group with its common value, size and outcomes. Toggles the group. */
export const GroupHead = memo(function GroupHead({ by, group, open, onToggle, markOf }: GroupHeadProps) {
  const named = group.key !== "~";
  const title = titleOf(by, group);
  // The subject of the assertion distinguishes failures, because many have the same assertion.
  const { first, subject } = by === "failure" && named ? splitSubject(title) : { first: title, subject: null };
  return (
    <button
      type="button"
      className={`${styles["head"]} ${open ? styles["open"] : ""}`}
      aria-expanded={open}
      data-group={group.key}
      onClick={() => onToggle(group.key)}
    >
      <IconChevronRight size={15} aria-hidden className={styles["chevron"]} />
      <span className={`${styles["name"]} ${by === "browser" || !named ? "" : styles["mono"]}`}>
        <span className={styles["title"]} title={cut(title, 1000)}>
          {cut(subject ?? first, 300)}
        </span>
        {(subject !== null || group.owners.length > 0) && (
          <span className={styles["check"]}>
            {[ownersOf(group), subject === null ? "" : cut(first, 300)].filter((part) => part !== "").join(" · ")}
          </span>
        )}
      </span>
      <span className={styles["counts"]}>
        {group.cause !== null && <span className={styles["class"]}>{markOf?.(group.cause.groupId)}</span>}
        <ClassOf group={group} />
        {group.quarantined > 0 && (
          <span className={styles["held"]} title="Failures of tests in quarantine are excluded from trends and gates">
            {`${formatCount(group.quarantined)} in quarantine`}
          </span>
        )}
        {group.newFailures > 0 && <StateMark state="new" count={group.newFailures} />}
        {group.backAgain > 0 && <StateMark state="back" count={group.backAgain} />}
        <Count outcome="failed" count={group.failed} />
        <Count outcome="errored" count={group.errored} />
        <Count outcome="flaky" count={group.flaky} />
        <span className={styles["total"]}>{counted(group.total, "test")}</span>
      </span>
    </button>
  );
});

/** Returns the owners of tests with this failure: `Ada, Grace and others`. */
function ownersOf({ owners }: ResultGroup): string {
  if (owners.length === 0) return "";
  const named = owners.slice(0, visibleOwners).map((owner) => cut(owner, 40));
  return `${named.join(", ")}${owners.length > visibleOwners ? " and others" : ""}`;
}

const visibleOwners = 3;

/** Hidden on narrow screens, where the counts are more important. */
function ClassOf({ group: { cause } }: { readonly group: ResultGroup }) {
  if (cause === null || cause.primaryClass === null) return null;
  return (
    <span className={styles["class"]}>
      <ClassBadge of={cause.primaryClass} />
    </span>
  );
}

function Count({ outcome, count }: { readonly outcome: "failed" | "errored" | "flaky"; readonly count: number }) {
  if (count === 0) return null;
  const { icon: Icon, word, color } = outcomeStyles[outcome];
  return (
    <span className={styles["count"]} style={{ color: `var(--${color}-ink)`, background: `var(--${color}-weak)` }}>
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
