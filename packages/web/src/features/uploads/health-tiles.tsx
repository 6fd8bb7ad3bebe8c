import type { UploadHealth } from "@plumb/contract/runs/uploads.ts";
import { Link } from "@tanstack/react-router";
import type { UploadsSearch } from "#lib/address/uploads-search.ts";
import { formatCount } from "#lib/format/format.ts";
import { stateGroups, stateStyles } from "./upload-styles.ts";
import styles from "./uploads.module.css";

const spans = [
  { span: "day", label: "24 h" },
  { span: "week", label: "7 days" },
] as const;

/** Number of recent uploads by state. Each links to those uploads. */
export function HealthTiles({
  counts,
  search,
}: {
  readonly counts: UploadHealth["counts"];
  readonly search: UploadsSearch;
}) {
  return (
    <ul className={styles["tiles"]} aria-label="Uploads by state">
      {stateGroups.map(({ state, word, of, meaning }) => {
        const { icon: Icon, color } = stateStyles[of[0] ?? "accepted"];
        const sum = (span: "day" | "week") => of.reduce((total, one) => total + counts[span][one], 0);
        return (
          <li key={state} title={meaning} data-none={sum("week") === 0} data-on={search.state === state}>
            <span className={styles["tile"]} style={{ color: `var(--${color})` }}>
              <Icon size={15} aria-hidden />
              {word}
            </span>
            <span className={styles["numbers"]}>
              {spans.map(({ span, label }) => (
                <Link
                  key={span}
                  to="/uploads"
                  search={{ state, span }}
                  resetScroll={false}
                  aria-label={`${word}: ${formatCount(sum(span))} in ${label}`}
                >
                  <b>{formatCount(sum(span))}</b>
                  {` in ${label}`}
                </Link>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
