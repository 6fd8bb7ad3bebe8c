import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { formatCount } from "#lib/format/format.ts";
import styles from "./state-mark.module.css";

const labels = {
  new: { alone: "New", counted: "new", meaning: "Failed for the first time since the compared run" },
  back: {
    alone: "Back again",
    counted: "back again",
    meaning: "Failed before, did not fail in the compared run, and fails again",
  },
  known: { alone: "Known", counted: "known", meaning: "Failed in the compared run, too" },
} as const satisfies Record<FailureState, unknown>;

/** Mark of a failure's state compared with the previous run, or the number of failures with this state in a group. */
export function StateMark({ state, count }: { readonly state: FailureState; readonly count?: number }) {
  const { alone, counted, meaning } = labels[state];
  return (
    <span className={styles[state]} title={meaning}>
      {count === undefined ? alone : `${formatCount(count)} ${counted}`}
    </span>
  );
}
