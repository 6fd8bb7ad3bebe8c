import type { ComparisonCounts } from "@plumb/contract/runs/compare.ts";
import type { MatrixCounts } from "@plumb/contract/runs/compare-many.ts";
import { Link } from "@tanstack/react-router";
import { use } from "react";
import type { CompareSearch } from "#lib/address/compare-search.ts";
import { formatCount } from "#lib/format/format.ts";
import { WithoutLinks } from "#ui/text/page-link.tsx";
import { changeKinds, matrixKinds } from "./change-kinds.ts";
import styles from "./kind-filter.module.css";

interface KindFilterProps {
  readonly search: CompareSearch;
  /** Counts for more than two reports include the number of all tests. */
  readonly counts: ComparisonCounts | MatrixCounts;
}

/** Counts of changed tests by kind. Each one filters the list. */
export function KindFilter({ search, counts }: KindFilterProps) {
  // The page of a share link has the compared reports in its token.
  const isShared = use(WithoutLinks);
  return (
    <nav className={styles["kinds"]} aria-label="Filter by change">
      {choicesOf(counts).map(({ show, label, rule, count }) => (
        <Link
          key={label}
          {...(isShared
            ? ({ to: ".", search: { show } } as const)
            : ({ to: "/reports/compare", search: { ...search, show, page: undefined } } as const))}
          resetScroll={false}
          // Without `exact`, "All" would always be active, because its parameters are part of all URLs here.
          activeOptions={{ exact: true, includeSearch: true }}
          title={rule}
          className={`${styles["kind"]} ${search.show === show ? styles["on"] : ""} ${count === 0 ? styles["none"] : ""}`}
          {...(search.show === show && { "aria-current": "page" })}
        >
          {label} <b>{formatCount(count)}</b>
        </Link>
      ))}
    </nav>
  );
}

interface Choice {
  readonly show: CompareSearch["show"];
  readonly label: string;
  readonly rule: string;
  readonly count: number;
}

function choicesOf(counts: ComparisonCounts | MatrixCounts): Choice[] {
  const changed: Choice = {
    show: undefined,
    label: "All changes",
    rule: "Tests with any of these changes",
    count: counts.changed,
  };
  if (!("all" in counts))
    return [changed, ...changeKinds.map(({ kind, label, rule }) => ({ show: kind, label, rule, count: counts[kind] }))];
  return [
    changed,
    ...matrixKinds.map(({ kind, label, rule }) => ({ show: kind, label, rule, count: counts[kind] })),
    { show: "all", label: "All tests", rule: "Tests in any of the reports", count: counts.all },
  ];
}
