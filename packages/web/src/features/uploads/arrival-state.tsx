import type { ArrivalState } from "@plumb/contract/runs/arrivals.ts";
import { stateStyles } from "./arrival-styles.ts";
import styles from "./arrivals.module.css";

/** State of an upload as icon and text. The colour adds no information. */
export function ArrivalStateMark({ state }: { readonly state: ArrivalState }) {
  const { word, icon: Icon, color } = stateStyles[state];
  return (
    <span className={styles["state"]} style={{ color: `var(--${color})` }}>
      <Icon size={15} aria-hidden />
      {word}
    </span>
  );
}
