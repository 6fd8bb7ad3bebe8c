import { Skeleton } from "@mantine/core";
import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import type { ListedResult, ResultRow as Listed } from "@plumb/contract/runs/results.ts";
import { IconRepeat, IconRoute } from "@tabler/icons-react";
import { memo } from "react";
import { browserLabel } from "#lib/format/browser-label.ts";
import { counted, cut, formatSeconds } from "#lib/format/format.ts";
import { OutcomeBars, type PastOutcome } from "#ui/outcome/outcome-bars.tsx";
import { testOutcome } from "#ui/outcome/outcome.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { Tag } from "#ui/badges/tag.tsx";
import styles from "./result-row.module.css";
import { RowMark } from "./row-mark.tsx";
import { StateMark } from "./state-mark.tsx";
import { TestMarks, TimedOutMark } from "./test-marks.tsx";

/** An exported page contains no data about the previous run or the state of tests. */
type Row = Listed & Partial<Pick<ListedResult, "known" | "state" | "trace">>;

interface ResultRowProps {
  readonly row: Row;
  readonly open: boolean;
  readonly selected?: boolean;
  readonly onToggle: (resultId: number) => void;
  /** Opens the trace of the result; unset if traces cannot be opened. */
  readonly onTrace?: ((resultId: number, artifactId: number) => void) | undefined;
  /** Set if the group's header already shows the error. */
  readonly withoutError?: boolean;
  /** Outcomes of the test in its last runs, if known. */
  readonly outcomes?: readonly PastOutcome[] | undefined;
}

/**
 * Row of a test, in columns of fixed widths, so that the columns of all rows are aligned. Only the start of its title is rendered, which may be
 * a megabyte long.
 */
export const ResultRow = memo(function ResultRow({
  row,
  open,
  selected = false,
  onToggle,
  onTrace,
  outcomes,
  withoutError = false,
}: ResultRowProps) {
  const { trace = null } = row;
  const owner = row.known?.owner ?? row.author ?? "";
  const variant = variantOf(row);
  // A long variant is cut in its column, and would no longer distinguish rows with the same name.
  const isShort = variant.length <= maxInColumn;
  const line = (
    <button
      type="button"
      className={`${styles["row"]} ${open ? styles["open"] : ""}`}
      data-traces={onTrace !== undefined || undefined}
      aria-expanded={open}
      data-result={row.id}
      data-open-row
      data-selected={selected || undefined}
      onClick={() => onToggle(row.id)}
    >
      <RowMark selected={selected} chevron={styles["chevron"]} />
      <StatusBadge outcome={testOutcome(row.status, row.flaky)} className={styles["status"] ?? ""} />
      <span className={styles["main"]} data-name>
        <Title row={row} />
        <span className={styles["under"]}>
          {(row.state === "new" || row.state === "back") && <StateMark state={row.state} />}
          {row.timedOut === true && <TimedOutMark />}
          {row.known !== undefined && <TestMarks known={row.known} flakyNow={row.flaky} />}
          {row.errorLine !== null && !withoutError && (
            <span className={row.status === "skipped" ? styles["reason"] : styles["error"]}>
              {cut(subjectFirst(row.errorLine), 300)}
            </span>
          )}
          {variant !== "" && (
            <span className={styles["where"]} data-always={!isShort || undefined}>
              {cut(variant, 60)}
            </span>
          )}
          {owner !== "" && <span className={styles["who"]}>{cut(owner, 60)}</span>}
          {row.file !== null && <span className={styles["file"]}>{cut(row.file, 200)}</span>}
        </span>
      </span>
      <span className={styles["strip"]} data-strip>
        {outcomes !== undefined && outcomes.length > 1 && <OutcomeBars outcomes={outcomes} />}
      </span>
      <span className={styles["owner"]} {...(owner !== "" && { title: `Owner ${cut(owner, 200)}` })}>
        {cut(owner, 60)}
      </span>
      <span className={styles["variant"]}>{variant !== "" && isShort && <Tag longest={60}>{variant}</Tag>}</span>
      <Retries count={row.retries} />
      <span className={styles["duration"]}>{formatSeconds(row.duration)}</span>
    </button>
  );
  if (onTrace === undefined || trace === null) return line;
  return (
    <>
      {line}
      <button
        type="button"
        className={styles["trace"]}
        aria-label={`Open the trace of ${cut(row.titlePath.at(-1) ?? "", 100)}`}
        onClick={() => onTrace(row.id, trace)}
      >
        <IconRoute size={15} aria-hidden />
        Trace
      </button>
    </>
  );
});

/** Maximum length of a variant in its column. */
const maxInColumn = 14;

/** Suites and name of a test. If space is short, the suites are cut first. */
function Title({ row: { titlePath, occurrence } }: { readonly row: Row }) {
  const suites = titlePath.slice(0, -1).map((part) => cut(part, 120));
  return (
    <span className={styles["title"]} title={[...suites, cut(titlePath.at(-1) ?? "", 1000)].join(" › ")}>
      {suites.length > 0 && <span className={styles["suites"]}>{`${suites.join(" › ")} › `}</span>}
      <span className={styles["name"]}>
        {cut(titlePath.at(-1) ?? "", 300)}
        {occurrence > 1 && <span className={styles["muted"]}>{` (${occurrence})`}</span>}
      </span>
    </span>
  );
}

function Retries({ count }: { readonly count: number }) {
  if (count === 0) return <span className={styles["retries"]} />;
  return (
    <span className={styles["retries"]} title={counted(count, "retry", "retries")}>
      <IconRepeat size={14} aria-hidden />
      {count}
      <span className={styles["word"]}>{count === 1 ? " retry" : " retries"}</span>
    </span>
  );
}

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
