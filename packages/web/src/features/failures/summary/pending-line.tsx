import { Loader } from "@mantine/core";
import { counted } from "#features/failures/failure-words.ts";
import styles from "./pending-line.module.css";

/** A notice that numbers are still growing; nothing once all reports are read. */
export function PendingLine({ runs }: { readonly runs: number }) {
  return (
    <output className={styles["pending"]}>
      {runs > 0 && (
        <span>
          <Loader size={13} aria-hidden />
          {`${counted(runs, "report")} ${runs === 1 ? "is" : "are"} still being read; figures grow until then`}
        </span>
      )}
    </output>
  );
}
