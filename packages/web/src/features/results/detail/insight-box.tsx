import { keywordInsight } from "@plumb/analysis/classification/keyword-insight.ts";
import { counted, cut } from "#lib/format/format.ts";
import type { FailureVerdict } from "@plumb/contract/failures/verdict.ts";
import { IconBulb } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { ConfidenceBadge } from "#ui/badges/confidence-badge.tsx";
import { SetBy } from "#ui/badges/set-by.tsx";
import styles from "./insight-box.module.css";

const visibleAtFirst = 2;

interface InsightBoxProps {
  /** Verdict of the analysis; without it, keywords are used. */
  readonly verdict: FailureVerdict | null;
  /** Message of the most informative error, without ANSI codes. */
  readonly message: string;
}

/** Class of a failure with its reasons and possible fixes. */
export function InsightBox({ verdict, message }: InsightBoxProps) {
  return verdict === null ? <KeywordInsight message={message} /> : <VerdictInsight verdict={verdict} />;
}

function VerdictInsight({ verdict }: { readonly verdict: FailureVerdict }) {
  const { subClass, confidence, evidence, alternatives, decidedBy, suggestedFixes, decision } = verdict;
  const byPerson = decidedBy === "person";
  const others = byPerson ? [] : alternatives.filter((other) => other.confidence >= visibleRunnerUp);
  const runnersUp = others.map((other) => `${other.class} (${other.confidence}%)`).join(", ");
  return (
    <Insight
      confidence={confidence}
      heading={byPerson && <SetBy decision={decision ?? null} />}
      name={
        <>
          <ClassBadge of={verdict.class} />
          {subClass !== null && <strong>{subClass.name}</strong>}
        </>
      }
      suggestions={suggestedFixes.map(({ text, code }) => ({
        key: text,
        content: (
          <>
            {text}
            {code !== null && <code>{code}</code>}
          </>
        ),
      }))}
      origin={!byPerson && `${deciderText(verdict)}${runnersUp === "" ? "" : ` It might also be: ${runnersUp}.`} `}
    >
      <ul className={styles["evidence"]} aria-label="Evidence">
        {evidence.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Insight>
  );
}

/** In percent. A second class with a lower confidence is not shown. */
const visibleRunnerUp = 20;

function deciderText({ decidedBy, rule }: FailureVerdict): string {
  if (decidedBy === "model") return "Classified by a model trained on labelled failures.";
  return `Classified by ${rule === undefined ? "a rule" : `the rule “${cut(rule, 100)}”`} from the lines above.`;
}

/** Class guessed from the text of an error, and marked as a guess. */
function KeywordInsight({ message }: Pick<InsightBoxProps, "message">) {
  const { topic, keyword, confidence, suggestions, actionable } = keywordInsight(message);
  return (
    <Insight
      confidence={confidence}
      name={actionable && <strong>{topic}</strong>}
      suggestions={suggestions.map((text) => ({ key: text, content: text }))}
      heading={null}
      origin={keyword !== null && `Based only on the word “${keyword}” in the error message; not analyzed yet. `}
    >
      {!actionable && <p>No known pattern in this error. Check the stack, steps and artifacts.</p>}
    </Insight>
  );
}

interface InsightProps {
  readonly name: ReactNode;
  /** In percent; `null` if a user decided. */
  readonly confidence: number | null;
  /** Replaces the default heading. */
  readonly heading: ReactNode;
  /** Evidence. */
  readonly children: ReactNode;
  readonly suggestions: readonly { readonly key: string; readonly content: ReactNode }[];
  readonly origin: ReactNode;
}

function Insight({ name, confidence, heading: title, children, suggestions, origin }: InsightProps) {
  const [all, setAll] = useState(false);
  const heading = useId();
  const rest = suggestions.length - visibleAtFirst;
  return (
    <article className={styles["box"]} data-tour="decision" aria-labelledby={heading}>
      <div className={styles["head"]}>
        <h3 id={heading}>
          {title || (
            <>
              <IconBulb size={16} aria-hidden />
              AI Insight
            </>
          )}
        </h3>
        {name}
        {confidence !== null && <ConfidenceBadge percent={confidence} />}
      </div>
      {children}
      {suggestions.length > 0 && (
        <ul aria-label="Suggested fixes">
          {suggestions.slice(0, all ? undefined : visibleAtFirst).map(({ key, content }) => (
            <li key={key}>{content}</li>
          ))}
        </ul>
      )}
      <p className={styles["origin"]}>
        {origin}
        {rest > 0 && (
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer suggestions" : `Show ${counted(rest, "more suggestion")}`}
          </button>
        )}
      </p>
    </article>
  );
}
