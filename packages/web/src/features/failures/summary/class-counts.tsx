import { VisuallyHidden } from "@mantine/core";
import type { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import type { SuiteRunFailure } from "@plumb/contract/failures/failures.ts";
import { Link } from "@tanstack/react-router";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { formatCount } from "#lib/format/format.ts";
import { classStyles } from "#ui/badges/class-badge.tsx";
import { ClassBar } from "./class-bar.tsx";
import styles from "#features/failures/lists/failure-rows.module.css";

interface ClassCountsProps {
  readonly counts: SuiteRunFailure["counts"];
  /** Returns the URL parameters that select a class's failures. */
  readonly searchOf: (of: ClassFilter) => FailureSearch;
}

/** Failures of a run by class, as a bar and linked counts. */
export function ClassCounts({ counts, searchOf }: ClassCountsProps) {
  const visible = (Object.keys(classStyles) as ClassFilter[])
    .map((name) => [name, counts[name] ?? 0] as const)
    .filter(([, count]) => count > 0);
  return (
    <>
      <ClassBar counts={visible} small />
      <ul className={styles["classes"]}>
        {visible.map(([name, count]) => {
          const { icon: Icon, color } = classStyles[name];
          return (
            <li key={name}>
              <Link to="/defects" search={searchOf(name)} title={name} style={{ color: `var(--${color}-ink)` }}>
                <Icon size={14} aria-hidden />
                {formatCount(count)}
                <VisuallyHidden>{` ${name}`}</VisuallyHidden>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
