import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import { counted, cut, formatCount, formatSeconds } from "#lib/format/format.ts";
import { testOutcome } from "#ui/outcome/outcome.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import type { SearchableRow } from "./list-items.ts";
import styles from "./printed-failures.module.css";

const max = 500;

/** Failures for printing, because the list renders only the visible rows. */
export function PrintedFailures({ rows }: { readonly rows: readonly SearchableRow[] }) {
  const failures = rows.filter(({ row: { status } }) => status === "failed" || status === "error");
  if (failures.length === 0) return null;
  return (
    <section className={styles["printed"]}>
      <h2>{counted(failures.length, "failure")}</h2>
      <ul>
        {failures.slice(0, max).map(({ row }) => (
          <li key={row.id}>
            <StatusBadge outcome={testOutcome(row.status, row.flaky)} /> {cut(row.titlePath.join(" › "), 400)}{" "}
            {row.variant !== "" && cut(row.variant, 60)} {formatSeconds(row.duration)}
            {row.file !== null && <small>{cut(row.file, 200)}</small>}
            {row.errorLine !== null && <code>{cut(subjectFirst(row.errorLine), 400)}</code>}
          </li>
        ))}
      </ul>
      {failures.length > max && <p>{`… and ${formatCount(failures.length - max)} more`}</p>}
    </section>
  );
}
