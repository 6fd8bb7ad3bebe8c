import { ActionIcon, Skeleton } from "@mantine/core";
import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import type { ListedResult, ResultRow as Listed } from "@plumb/contract/runs/results.ts";
import { IconChevronRight, IconRoute } from "@tabler/icons-react";
import { memo } from "react";
import { browserLabel } from "#lib/format/browser-label.ts";
import { counted, cut, formatSeconds } from "#lib/format/format.ts";
import { OutcomeBars, type PastOutcome } from "#ui/outcome/outcome-bars.tsx";
import { testOutcome } from "#ui/outcome/outcome.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { Tag } from "#ui/badges/tag.tsx";
import styles from "./result-row.module.css";
import { StateMark } from "./state-mark.tsx";
import { TestMarks, TimedOutMark } from "./test-marks.tsx";

/** An exported page contains no data about the previous run or the state of tests. */
type Row = Listed & Partial<Pick<ListedResult, "known" | "state" | "trace">>;

interface ResultRowProps {
  readonly row: Row;
  readonly open: boolean;
  readonly onToggle: (resultId: number) => void;
  /** Opens the trace of the result; unset if traces cannot be opened. */
  readonly onTrace?: ((resultId: number, artifactId: number) => void) | undefined;
  /** Set if the group's header already shows the error. */
  readonly withoutError?: boolean;
  /** Outcomes of the test in its last runs, if known. */
  readonly outcomes?: readonly PastOutcome[] | undefined;
}

/** Row of a test. Only the start of its title is rendered, which may be a megabyte long. */
export const ResultRow = memo(function ResultRow({
  row,
  open,
  onToggle,
  onTrace,
  outcomes,
  withoutError = false,
}: ResultRowProps) {
  const suites = row.titlePath.slice(0, -1).map((part) => cut(part, 120));
  const { trace = null } = row;
  const owner = row.known?.owner ?? row.author ?? "";
  const line = (
    <button
      type="button"
      className={`${styles["row"]} ${open ? styles["open"] : ""}`}
      data-traces={onTrace !== undefined || undefined}
      aria-expanded={open}
      data-result={row.id}
      onClick={() => onToggle(row.id)}
    >
      <IconChevronRight size={15} aria-hidden className={styles["chevron"]} />
      <StatusBadge outcome={testOutcome(row.status, row.flaky)} className={styles["status"] ?? ""} />
      <span className={styles["main"]}>
        <span className={styles["title"]}>
          {(row.state === "new" || row.state === "back") && <StateMark state={row.state} />}
          {row.timedOut === true && <TimedOutMark />}
          {row.known !== undefined && <TestMarks known={row.known} flakyNow={row.flaky} />}
          {suites.length > 0 && <span className={styles["suites"]}>{`${suites.join(" › ")} › `}</span>}
          {cut(row.titlePath.at(-1) ?? "", 300)}
          {row.occurrence > 1 && <span className={styles["muted"]}>{` (${row.occurrence})`}</span>}
        </span>
        <span className={styles["under"]}>
          {row.errorLine !== null && !withoutError && (
            <span className={row.status === "skipped" ? styles["reason"] : styles["error"]}>
              {cut(subjectFirst(row.errorLine), 300)}
            </span>
          )}
          {variantOf(row) !== "" && <span className={styles["where"]}>{cut(variantOf(row), 60)}</span>}
          {row.file !== null && <span className={styles["file"]}>{cut(row.file, 200)}</span>}
        </span>
      </span>
      {outcomes !== undefined && outcomes.length > 1 && (
        <span className={styles["bars"]}>
          <OutcomeBars outcomes={outcomes} />
        </span>
      )}
      {owner !== "" && (
        <span className={styles["author"]} title={`Owner ${cut(owner, 200)}`}>
          {cut(owner, 60)}
        </span>
      )}
      {variantOf(row) !== "" && (
        <Tag className={styles["variant"]} longest={60}>
          {variantOf(row)}
        </Tag>
      )}
      {row.retries > 0 && <span className={styles["retries"]}>{counted(row.retries, "retry", "retries")}</span>}
      <span className={styles["duration"]}>{formatSeconds(row.duration)}</span>
    </button>
  );
  if (onTrace === undefined || trace === null) return line;
  return (
    <>
      {line}
      <ActionIcon
        className={styles["trace"] ?? ""}
        variant="subtle"
        color="gray"
        size={28}
        title="Open trace"
        aria-label={`Open the trace of ${cut(row.titlePath.at(-1) ?? "", 100)}`}
        onClick={() => onTrace(row.id, trace)}
      >
        <IconRoute size={16} aria-hidden />
      </ActionIcon>
    </>
  );
});

/** Returns the distinguishing variant, which usually contains the browser, otherwise the browser. */
function variantOf({ variant, browser }: Row): string {
  return variant !== "" || browser === null ? variant : browserLabel(browser);
}

/** Placeholder of a row while its window loads. */
export function ResultRowSkeleton() {
  return (
    <div className={styles["row"]} aria-hidden>
      <Skeleton width={13} height={13} animate={false} />
      <Skeleton width={78} height={13} animate={false} className={styles["status"]} />
      <span className={styles["main"]}>
        <Skeleton width="46%" height={12} my={3} animate={false} />
        <Skeleton width="28%" height={10} animate={false} />
      </span>
    </div>
  );
}
