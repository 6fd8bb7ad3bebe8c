import { Loader } from "@mantine/core";
import { counted } from "#lib/format/format.ts";
import styles from "./pending-line.module.css";

/** Notice that the counts are incomplete; empty when all reports are analyzed. */
export function PendingLine({ runs }: { readonly runs: number }) {
  return (
    <output className={styles["pending"]}>
      {runs > 0 && (
        <span>
          <Loader size={13} aria-hidden />
          {`${counted(runs, "report")} ${runs === 1 ? "is" : "are"} still being imported; numbers may increase`}
        </span>
      )}
    </output>
  );
}
