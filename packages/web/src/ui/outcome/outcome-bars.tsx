import type { TestStatus } from "@plumb/contract/result-event.ts";
import { outcomeStyles, testOutcome } from "./outcome.ts";
import styles from "./outcome-bars.module.css";

export interface PastOutcome {
  readonly status: TestStatus;
  readonly flaky: boolean;
}

/** Decorative chart of the last outcomes of a test, the latest on the right. The height of a bar also shows its outcome. */
export function OutcomeBars({ outcomes }: { readonly outcomes: readonly PastOutcome[] }) {
  return (
    <span className={styles["bars"]} aria-hidden>
      {outcomes.map(({ status, flaky }, index) => {
        const outcome = testOutcome(status, flaky);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- outcomes have no identity but their place
          <i key={index} className={styles[heightOf(outcome)]} style={{ background: colorOf(outcome) }} />
        );
      })}
    </span>
  );
}

type Outcome = ReturnType<typeof testOutcome>;

/** Returns the height of an outcome's bar. Failures have the highest bars. */
export function heightOf(outcome: Outcome): "high" | "middle" | "low" | "least" {
  if (outcome === "failed" || outcome === "errored") return "high";
  if (outcome === "flaky") return "middle";
  return outcome === "skipped" ? "least" : "low";
}

export function colorOf(outcome: Outcome): string {
  return `var(--${outcomeStyles[outcome].color})`;
}
