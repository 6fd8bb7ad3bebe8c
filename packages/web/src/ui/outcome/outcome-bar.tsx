import { formatCount } from "#lib/format/format.ts";
import styles from "./outcome-bar.module.css";

interface OutcomeBarProps {
  readonly passed: number;
  /** Included in `passed`. */
  readonly flaky: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  readonly total: number;
}

/** Bar with the shares of outcomes. Decorative, because the numbers are next to it. Each outcome has at least 3 pixels. */
export function OutcomeBar({ passed, flaky, failed, errored, skipped, total }: OutcomeBarProps) {
  const parts = [
    ["passed", passed - flaky, "passed"],
    ["flaky", flaky, "flaky"],
    ["skipped", skipped, "skipped"],
    ["errored", errored, "errored"],
    ["failed", failed, "failed"],
  ] as const;
  const label = parts.filter(([, count]) => count > 0).map(([, count, word]) => `${formatCount(count)} ${word}`);
  return (
    <div className={styles["bar"]} aria-hidden title={label.join(" · ")}>
      {parts.map(
        ([color, count]) =>
          count > 0 && (
            <span key={color} style={{ flexGrow: count / Math.max(1, total), background: `var(--${color})` }} />
          ),
      )}
    </div>
  );
}
