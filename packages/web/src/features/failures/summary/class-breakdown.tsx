import { UnstyledButton } from "@mantine/core";
import type { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import type { DefectSummary } from "@plumb/contract/failures/failures.ts";
import { type FailureSearch, narrowed } from "#lib/address/failure-search.ts";
import { formatCount, formatRate, rate } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { ClassBar } from "./class-bar.tsx";
import styles from "./class-breakdown.module.css";

interface ClassBreakdownProps {
  readonly summary: DefectSummary;
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
}

/** Number of failures per class. A click filters by the class, a second click removes the filter. */
export function ClassBreakdown({ summary, search, onSearch }: ClassBreakdownProps) {
  const counts = countsOf(summary);
  return (
    <section className={styles["breakdown"]} aria-label="Classification breakdown">
      <ClassBar counts={counts} />
      <ul className={styles["legend"]}>
        {counts.map(([name, count]) => (
          <li key={name}>
            <UnstyledButton
              className={styles["class"]}
              aria-pressed={search.class === name}
              title={`${formatCount(count)} of ${formatCount(summary.totalFailures)} = ${formatRate(rate(count, summary.totalFailures))}`}
              onClick={() => onSearch(narrowed(search, { class: search.class === name ? undefined : name }))}
            >
              <ClassBadge of={name} /> <b>{formatCount(count)}</b>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Includes unclassified failures only if there are any. */
function countsOf(summary: DefectSummary): (readonly [ClassFilter, number])[] {
  return [
    ["Application Defect", summary.applicationDefects],
    ["Test Data Issue", summary.dataIssues],
    ["Automation Script Error", summary.automationErrors],
    ["Environment Issue", summary.environmentIssues],
    ["Unknown", summary.unknownFailures],
    ...(summary.unclassified > 0 ? [["Unclassified", summary.unclassified] as const] : []),
  ];
}
