import type { ChangeCounts } from "@plumb/contract/runs/compare.ts";
import { Link } from "@tanstack/react-router";
import { formatCount } from "#lib/format/format.ts";
import { changeKinds, listedKinds } from "./change-kinds.ts";
import styles from "./change-links.module.css";

interface ChangeLinksProps {
  readonly baseId: number;
  readonly headId: number;
  readonly counts: ChangeCounts;
  /** Shows `3 new failures` instead of `3 new`. */
  readonly whole?: boolean;
  /** Shown without changes. */
  readonly nothing?: string;
}

/** Counts of changed tests by kind. Each count links to those tests. */
export function ChangeLinks({ baseId, headId, counts, whole = false, nothing = "nothing changed" }: ChangeLinksProps) {
  const visibleKinds = listedKinds.filter(({ kind }) => counts[kind] > 0);
  if (visibleKinds.length === 0) return <span className={styles["nothing"]}>{nothing}</span>;
  return (
    <ul className={styles["chips"]}>
      {visibleKinds.map((each) => (
        <li key={each.kind}>
          <Link
            to="/reports/compare"
            search={{ base: baseId, head: headId, show: each.kind }}
            className={`${styles["chip"]} ${styles[each.color]}`}
            title={changeKinds.find(({ kind }) => kind === each.kind)?.rule}
          >
            {`${formatCount(counts[each.kind])} ${whole ? each.whole(counts[each.kind]) : each.brief}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
