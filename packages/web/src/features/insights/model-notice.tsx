import { Button, Loader } from "@mantine/core";
import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import { IconInfoCircle, IconRefresh, IconSparkles } from "@tabler/icons-react";
import { counted, cut } from "#lib/format/format.ts";
import { modelFacts } from "#ui/text/model-words.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "./insights.module.css";

interface ModelNoticeProps {
  readonly llm: ModelShare;
  /** Whether some causes have an explanation. */
  readonly described: boolean;
  /** Analyzes the report again; `undefined` without permission. */
  readonly onAgain: (() => void) | undefined;
}

/** State of the language model in an analysis: running, done, or why it skipped causes. */
export function ModelNotice({ llm, described, onAgain }: ModelNoticeProps) {
  const { pending, note } = llm;
  // The model was not called, because no cause has an error message.
  if (pending === 0 && note === null && !described) return null;
  const facts = modelFacts(llm);
  return (
    <div className={`${panel["panel"]} ${styles["model"]}`}>
      {pending > 0 ? (
        <>
          <Loader size={16} aria-hidden />
          <p>{`A language model is analyzing ${counted(pending, "cause")}. Engine result below.`}</p>
        </>
      ) : note === null ? (
        <>
          <IconSparkles size={16} aria-hidden />
          <p>{`A language model described the causes marked “LLM-enhanced”. Its descriptions may be wrong; class, confidence and counts come from the engine.`}</p>
        </>
      ) : (
        <>
          <IconInfoCircle size={16} aria-hidden />
          <p>{cut(note, 500)}</p>
          {onAgain !== undefined && (
            <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onAgain}>
              Analyze again
            </Button>
          )}
        </>
      )}
      {facts !== "" && <span className={styles["facts"]}>{facts}</span>}
    </div>
  );
}
