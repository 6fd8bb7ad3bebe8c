import { formatCount } from "#lib/format/format.ts";
import styles from "./new-mark.module.css";

/** Of a failure that the run before did not have; of a group, how many of those it has. */
export function NewMark({ count }: { readonly count?: number }) {
  return (
    <span className={styles["new"]} title="Did not fail in the previous run">
      {count === undefined ? "New" : `${formatCount(count)} new`}
    </span>
  );
}
