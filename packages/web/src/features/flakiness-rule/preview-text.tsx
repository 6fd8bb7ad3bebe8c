import type { RulePreview } from "@plumb/contract/tests/flakiness-rule.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { testStateStyles } from "#ui/badges/test-state.tsx";
import styles from "./flakiness-rule.module.css";

const states = ["flaky", "broken", "healthy", "unknown"] as const;

/** Effect of a rule on existing tests. */
export function PreviewText({
  preview: { before, after, moved, movedTotal, cut: isCut },
}: {
  readonly preview: RulePreview;
}) {
  return (
    <section className={styles["preview"]} aria-label="Preview" aria-live="polite">
      <p>
        {movedTotal === 0 ? "No test would change." : `${counted(movedTotal, "test")} would change state.`}
        {isCut && " Only the 1,000 most recently failed tests were checked."}
      </p>
      <ul className={styles["counts"]}>
        {states.map((state) => (
          <li key={state}>
            {testStateStyles[state].word}: {formatCount(before[state])} → <b>{formatCount(after[state])}</b>
          </li>
        ))}
      </ul>
      {moved.length > 0 && (
        <ul className={styles["moved"]} aria-label="Tests that would change">
          {moved.map(({ id, titlePath, from, to }) => (
            <li key={id}>
              <Link to="/tests/$testId" params={{ testId: String(id) }}>
                <bdi dir="auto">{cut(titlePath.join(" › "), 160)}</bdi>
              </Link>
              <span>{`${testStateStyles[from].word} → ${testStateStyles[to].word}`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
