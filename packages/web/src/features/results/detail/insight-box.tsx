import { keywordInsight } from "@plumb/analysis/classification/keyword-insight.ts";
import { IconBulb } from "@tabler/icons-react";
import { useId, useState } from "react";
import { ConfidenceBadge } from "#ui/confidence-badge.tsx";
import styles from "./insight-box.module.css";

const shownAtFirst = 2;

/**
 * What the words of an error make likely, and what to try. It says that it is a guess.
 *
 * @param props.message Without terminal colours.
 */
export function InsightBox({ message }: { readonly message: string }) {
  const [all, setAll] = useState(false);
  const heading = useId();
  const { topic, keyword, confidence, suggestions, actionable } = keywordInsight(message);
  const rest = suggestions.length - shownAtFirst;
  return (
    <article className={styles["box"]} aria-labelledby={heading}>
      <div className={styles["head"]}>
        <h3 id={heading}>
          <IconBulb size={16} aria-hidden />
          AI Insight
        </h3>
        {actionable && <strong>{topic}</strong>}
        <ConfidenceBadge percent={confidence} />
      </div>
      {actionable ? (
        <ul>
          {suggestions.slice(0, all ? undefined : shownAtFirst).map((suggestion) => (
            <li key={suggestion}>{suggestion}</li>
          ))}
        </ul>
      ) : (
        <p>No known pattern in this error. Check the stack, steps and artifacts.</p>
      )}
      <p className={styles["origin"]}>
        {keyword !== null &&
          `A guess from the word “${keyword}” in the error message. This failure has not been analyzed. `}
        {rest > 0 && (
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer suggestions" : `Show ${rest} more ${rest === 1 ? "suggestion" : "suggestions"}`}
          </button>
        )}
      </p>
    </article>
  );
}
