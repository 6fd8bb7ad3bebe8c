import type { PastResult } from "@plumb/contract/runs/results.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { cut, formatAgo, formatTimestamp, formatSeconds } from "#lib/format/format.ts";
import { useNow } from "#ui/text/now.ts";
import { outcomeStyles, testOutcome } from "#ui/outcome/outcome.ts";
import { colorOf, heightOf } from "#ui/outcome/outcome-bars.tsx";
import { type HistoryScope, maxHistory } from "#features/results/results.queries.ts";
import styles from "./history-strip.module.css";
import { streakText } from "./streak.ts";

interface HistoryStripProps {
  /** Oldest first. */
  readonly history: readonly PastResult[];
  /** Id of the displayed result. */
  readonly resultId: number;
  readonly scope: HistoryScope;
  readonly onScope: (scope: HistoryScope) => void;
}

/**
 * Outcomes of a test in its last runs up to this report, as linked bars, with a text about the current streak and the bar under
 * the pointer or focus. Shows runs of the same suite, environment and branch first, because passed runs of another branch would
 * make a failing test look flaky. All runs are available on request.
 */
export function HistoryStrip({ history, resultId, scope, onScope }: HistoryStripProps) {
  const [pointed, setPointed] = useState<PastResult | null>(null);
  const nowMs = Math.max(useNow(), 0);
  const visible = pointed ?? history.find((past) => past.resultId === resultId) ?? history.at(-1);
  if (visible === undefined) return null;
  return (
    <figure className={styles["history"]} aria-label="History">
      <ol className={styles["strip"]} onPointerLeave={() => setPointed(null)}>
        {history.map((past) => {
          const outcome = testOutcome(past.status, past.flaky);
          return (
            <li key={past.resultId}>
              <Link
                to="/reports/$reportId"
                params={{ reportId: String(past.reportId) }}
                search={{ result: past.resultId }}
                className={styles["bar"]}
                aria-label={labelOf(past, nowMs)}
                onPointerEnter={() => setPointed(past)}
                onFocus={() => setPointed(past)}
                onBlur={() => setPointed(null)}
                {...(past.resultId === resultId && { "aria-current": "true" })}
              >
                <i className={styles[heightOf(outcome)]} style={{ background: colorOf(outcome) }} />
              </Link>
            </li>
          );
        })}
      </ol>
      <p className={styles["words"]} title={formatTimestamp(visible.startTime)}>
        <span className={styles["sum"]}>{streakText(history, maxHistory)}</span>
        {history.length > 1 && <span aria-hidden>{labelOf(visible, nowMs)}</span>}
      </p>
      <button
        type="button"
        className={styles["scope"]}
        aria-pressed={scope === "all"}
        title={`Showing: ${scope === "same" ? "this suite, environment and branch" : "all runs of the project"}`}
        onClick={() => onScope(scope === "same" ? "all" : "same")}
      >
        {scope === "same" ? "Show all branches and environments" : "This branch and environment"}
      </button>
    </figure>
  );
}

/** Returns `#1284 · Failed · 14.20 s · staging · main · 2 h ago`. */
function labelOf(
  { number, status, flaky, duration, environment, branch, startTime }: PastResult,
  nowMs: number,
): string {
  const { word } = outcomeStyles[testOutcome(status, flaky)];
  return [
    `#${number}`,
    word,
    formatSeconds(duration),
    cut(environment, 60),
    cut(branch ?? "", 60),
    formatAgo(startTime, nowMs),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
