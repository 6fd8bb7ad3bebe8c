import { Button, Loader } from "@mantine/core";
import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import { IconInfoCircle, IconRefresh, IconSparkles } from "@tabler/icons-react";
import { cut } from "#lib/format/format.ts";
import { countedCauses, modelFacts } from "#ui/model-words.tsx";
import panel from "#ui/panel.module.css";
import styles from "./insights.module.css";

interface ModelNoticeProps {
  readonly llm: ModelShare;
  /** Some causes have an explanation. */
  readonly described: boolean;
  /** Analyze the report once more; undefined if the reader may not. */
  readonly onAgain: (() => void) | undefined;
}

/** What a language model has to do with an analysis: it is at work, it is done, or why it left causes out. */
export function ModelNotice({ llm, described, onAgain }: ModelNoticeProps) {
  const { pending, note } = llm;
  // No cause gave an error to ask about.
  if (pending === 0 && note === null && !described) return null;
  const facts = modelFacts(llm);
  return (
    <div className={`${panel["panel"]} ${styles["model"]}`}>
      {pending > 0 ? (
        <>
          <Loader size={16} aria-hidden />
          <p>{`A language model is looking at ${countedCauses(pending)}. Engine result below.`}</p>
        </>
      ) : note === null ? (
        <>
          <IconSparkles size={16} aria-hidden />
          <p>{`A language model described the causes marked “LLM-enhanced”. Its words may be wrong; class, confidence and counts are the engine's.`}</p>
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
