import { Skeleton, UnstyledButton } from "@mantine/core";
import type { BaseRun, ReportChanges } from "@plumb/contract/runs/compare.ts";
import { suiteChangeCounts } from "@plumb/contract/runs/suite-change-text.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { Link } from "@tanstack/react-router";
import { formatTimestamp } from "#lib/format/format.ts";
import { ChangeLinks } from "./change-links.tsx";
import styles from "./report-changes.module.css";

interface ReportChangesLineProps {
  readonly reportId: number;
  readonly changes: Pick<ReportChanges, "base" | "counts" | "previous" | "lastGreen"> &
    Partial<Pick<ReportChanges, "suiteChanges">>;
}

/**
 * `vs #1284: 3 new, 2 fixed, 4 known, 1 newly flaky`, with links to those tests, and `vs last green #1279`. If the branch is compared with
 * another branch, a second comparison with the previous run on the same branch follows.
 */
export function ReportChangesLine({
  reportId,
  changes: { base, previous, lastGreen, counts, suiteChanges = null },
}: ReportChangesLineProps) {
  if (base === null || counts === null)
    return previous === null ? (
      <p className={styles["line"]}>No earlier finished run to compare with</p>
    ) : (
      <div className={styles["line"]}>
        No earlier run of a main branch to compare with
        <PreviousRun reportId={reportId} previous={previous} />
        <LastGreen reportId={reportId} lastGreen={lastGreen} shown={[previous]} />
      </div>
    );
  return (
    <div className={styles["line"]}>
      <Link
        to="/reports/compare"
        search={{ base: base.id, head: reportId }}
        title={`The latest earlier run of this suite and environment${base.branch === null ? "" : ` on ${base.branch}`}: ${formatTimestamp(base.startTime)}`}
      >
        {base.id === lastGreen?.id ? `vs last green #${base.number}` : `vs #${base.number}`}
        {previous !== null && base.branch !== null && ` on ${cut(base.branch, 40)}`}
      </Link>
      <ChangeLinks
        baseId={base.id}
        headId={reportId}
        counts={counts}
        {...(suiteChanges !== null && suiteChangeCounts(suiteChanges).length > 0 && { nothing: "no outcome changed" })}
      />
      {previous !== null && <PreviousRun reportId={reportId} previous={previous} />}
      <LastGreen reportId={reportId} lastGreen={lastGreen} shown={[base, previous]} />
    </div>
  );
}

interface LastGreenProps {
  readonly reportId: number;
  readonly lastGreen: BaseRun | null;
  /** Runs that already have a link. */
  readonly shown: readonly (BaseRun | null)[];
}

/** Link to the comparison with the latest run in which nothing failed. */
function LastGreen({ reportId, lastGreen, shown }: LastGreenProps) {
  if (lastGreen === null || shown.some((run) => run?.id === lastGreen.id)) return null;
  return (
    <Link
      to="/reports/compare"
      search={{ base: lastGreen.id, head: reportId }}
      title={`The latest earlier run of this suite, environment and branch without failures: ${formatTimestamp(lastGreen.startTime)}`}
    >
      {`vs last green #${lastGreen.number}`}
    </Link>
  );
}

function PreviousRun({ reportId, previous }: { readonly reportId: number; readonly previous: BaseRun }) {
  return (
    <Link
      to="/reports/compare"
      search={{ base: previous.id, head: reportId }}
      title={`Previous run on this branch: ${formatTimestamp(previous.startTime)}`}
    >
      {`vs #${previous.number}, the previous run`}
    </Link>
  );
}

/** Reserves space for the line, so that the page does not move when it appears. */
export function ReportChangesPlaceholder() {
  return <div className={styles["line"]} />;
}

/** Placeholder of the line while it loads. */
export function ReportChangesSkeleton() {
  return (
    <div className={styles["line"]} aria-busy>
      <Skeleton height={14} width={60} animate={false} />
      <Skeleton height={20} width={180} radius="xl" animate={false} />
    </div>
  );
}

/** A missing comparison is not an error of the report. */
export function ReportChangesFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <p className={styles["line"]}>
      The changes could not be loaded.
      <UnstyledButton className={styles["retry"] ?? ""} onClick={onRetry}>
        Try again
      </UnstyledButton>
    </p>
  );
}
