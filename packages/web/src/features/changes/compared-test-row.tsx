import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import { Skeleton } from "@mantine/core";
import type { ComparedTest } from "@plumb/contract/runs/compare.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconArrowRight, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import { cut, formatSeconds } from "#lib/format/format.ts";
import { testOutcome } from "#ui/outcome/outcome.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { Tag } from "#ui/badges/tag.tsx";
import { changeKinds } from "./change-kinds.ts";
import { PageLink } from "#ui/text/page-link.tsx";
import styles from "./compared-test-row.module.css";

type Side = ComparedTest["base"];
type Named = Pick<Report, "id" | "number">;

interface ComparedTestRowProps {
  readonly test: ComparedTest;
  readonly base: Named;
  readonly head: Named;
  readonly isOpen?: boolean;
  /** Opens or closes both results below the row. */
  readonly onToggle?: ((test: ComparedTest) => void) | undefined;
}

/** Row of a test with both outcomes, which link to the test in each report. */
export const ComparedTestRow = memo(function ComparedTestRow({
  test,
  base,
  head,
  isOpen = false,
  onToggle,
}: ComparedTestRowProps) {
  const suites = test.titlePath.slice(0, -1).map((part) => cut(part, 120));
  const error = test.head?.errorLine ?? test.base?.errorLine ?? null;
  const latest = test.head === null ? base : head;
  const result = test.head ?? test.base;
  const kinds = changeKinds.filter(({ kind }) => test.kinds.includes(kind));
  const name = (
    <>
      {suites.length > 0 && <span className={styles["suites"]}>{`${suites.join(" › ")} › `}</span>}
      {cut(test.titlePath.at(-1) ?? "", 300)}
      {test.occurrence > 1 && <span className={styles["suites"]}>{` (${test.occurrence})`}</span>}
    </>
  );
  return (
    <div className={styles["row"]}>
      {onToggle !== undefined && (
        <button
          type="button"
          className={styles["toggle"]}
          aria-expanded={isOpen}
          aria-label={`Both results of ${cut(test.titlePath.at(-1) ?? "", 100)}`}
          data-open-row
          onClick={() => onToggle(test)}
        >
          {isOpen ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
        </button>
      )}
      <span className={styles["outcomes"]}>
        <Outcome side={test.base} report={base} absent="not in this report" />
        <IconArrowRight size={14} aria-label="then" className={styles["arrow"]} />
        <Outcome side={test.head} report={head} absent="gone" />
      </span>
      <span className={styles["main"]}>
        {onToggle === undefined ? (
          <PageLink
            className={styles["title"]}
            to="/reports/$reportId"
            params={{ reportId: String(latest.id) }}
            search={result === null ? {} : { result: result.resultId }}
            data-open-row
          >
            {name}
          </PageLink>
        ) : (
          // The button of the row covers it.
          <span className={styles["title"]}>{name}</span>
        )}
        <span className={styles["under"]}>
          {error !== null && (
            <span className={test.head?.errorLine == null ? styles["before"] : styles["error"]}>
              {cut(subjectFirst(error), 300)}
            </span>
          )}
          {test.file !== null && <span className={styles["file"]}>{cut(test.file, 200)}</span>}
        </span>
      </span>
      {test.variant !== "" && (
        <Tag className={styles["variant"]} longest={60}>
          {test.variant}
        </Tag>
      )}
      <span className={styles["kinds"]}>{kinds.map(({ label, word }) => word ?? label).join(", ")}</span>
      <span className={styles["durations"]}>
        <span>{formatSeconds(test.base?.duration ?? null)}</span>
        {" → "}
        <b>{formatSeconds(test.head?.duration ?? null)}</b>
      </span>
    </div>
  );
});

/** Outcome of the test in a report, as a link to it. */
function Outcome({ side, report, absent }: { readonly side: Side; readonly report: Named; readonly absent: string }) {
  if (side === null) return <span className={styles["absent"]}>{absent}</span>;
  return (
    <PageLink
      to="/reports/$reportId"
      params={{ reportId: String(report.id) }}
      search={{ result: side.resultId }}
      title={`In #${report.number}`}
      className={styles["outcome"]}
    >
      <StatusBadge outcome={testOutcome(side.status, side.flaky)} />
    </PageLink>
  );
}

/** Placeholder of a row while its window loads. */
export function ComparedTestSkeleton() {
  return (
    <div className={styles["row"]} aria-hidden>
      <Skeleton width={180} height={13} animate={false} className={styles["outcomes"]} />
      <span className={styles["main"]}>
        <Skeleton width="46%" height={12} my={3} animate={false} />
        <Skeleton width="28%" height={10} animate={false} />
      </span>
    </div>
  );
}
