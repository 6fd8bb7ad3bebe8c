import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import { IconSparkles } from "@tabler/icons-react";
import { formatDollars } from "#lib/format/dollars.ts";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import styles from "./model-words.module.css";

/** Marks content to which a language model contributed. */
export function ModelMark() {
  return (
    <span className={styles["mark"]} title="A language model contributed to this">
      <IconSparkles size={14} aria-hidden />
      LLM-enhanced
    </span>
  );
}

/** Explanation of how the cause leads to its error, expanded on request. */
export function TechnicalAnalysis({ text }: { readonly text: string }) {
  return (
    <details className={styles["details"]}>
      <summary>Technical analysis</summary>
      <p>{cut(text, 20_000)}</p>
    </details>
  );
}

export function Recommendations({ items }: { readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles["recommendations"]} aria-label="Recommendations">
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- sentences have no identity except their position
        <li key={index}>{cut(item, 1000)}</li>
      ))}
    </ul>
  );
}

/** Returns the model and its usage: `tiny · 1,800 tokens · $0.002 · 3 causes known from before`. */
export function modelFacts({ model, kept, tokensIn, tokensOut, cost }: ModelShare): string {
  const tokens = tokensIn + tokensOut;
  return [
    cut(model, 60),
    tokens > 0 ? `${formatCount(tokens)} tokens` : "",
    tokens > 0 && cost !== null ? formatDollars(cost) : "",
    kept > 0 ? `${counted(kept, "cause")} known from before` : "",
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}
