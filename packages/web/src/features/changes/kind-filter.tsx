import type { ChangeKind, ComparisonCounts } from "@plumb/contract/runs/compare.ts";
import { Link } from "@tanstack/react-router";
import { formatCount } from "#lib/format/format.ts";
import { changeKinds } from "./change-kinds.ts";
import styles from "./kind-filter.module.css";

interface KindFilterProps {
  readonly base: number;
  readonly head: number;
  readonly show: ChangeKind | undefined;
  readonly counts: ComparisonCounts;
}

/** How many tests changed in each way; each narrows the list to what it counts. */
export function KindFilter({ base, head, show, counts }: KindFilterProps) {
  const all = { kind: undefined, label: "All changes", rule: "Tests that changed in any of these ways" };
  return (
    <nav className={styles["kinds"]} aria-label="Filter by change">
      {[all, ...changeKinds].map(({ kind, label, rule }) => {
        const count = kind === undefined ? counts.changed : counts[kind];
        return (
          <Link
            key={label}
            to="/reports/compare"
            search={{ base, head, ...(kind !== undefined && { show: kind }) }}
            resetScroll={false}
            // Else "All" counts as active too: its address is part of every other one.
            activeOptions={{ exact: true, includeSearch: true }}
            title={rule}
            className={`${styles["kind"]} ${show === kind ? styles["on"] : ""} ${count === 0 ? styles["none"] : ""}`}
            {...(show === kind && { "aria-current": "page" })}
          >
            {label} <b>{formatCount(count)}</b>
          </Link>
        );
      })}
    </nav>
  );
}
