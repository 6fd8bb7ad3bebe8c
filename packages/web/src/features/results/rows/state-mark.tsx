import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { formatCount } from "#lib/format/format.ts";
import styles from "./state-mark.module.css";

type Marked = Exclude<FailureState, "known">;

const labels = {
  new: { alone: "New", counted: "new", meaning: "Failed for the first time since the compared run" },
  back: {
    alone: "Back again",
    counted: "back again",
    meaning: "Failed before, did not fail in the compared run, and fails again",
  },
} as const satisfies Record<Marked, unknown>;

/** Mark of a failure that the previous run did not have, or the number of such failures in a group. */
export function StateMark({ state, count }: { readonly state: Marked; readonly count?: number }) {
  const { alone, counted, meaning } = labels[state];
  return (
    <span className={styles[state]} title={meaning}>
      {count === undefined ? alone : `${formatCount(count)} ${counted}`}
    </span>
  );
}
