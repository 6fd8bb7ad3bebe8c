import { Button } from "@mantine/core";
import type { ModelReply } from "@plumb/contract/failures/deep-analysis.ts";
import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { cut } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { ModelMark, Recommendations, TechnicalAnalysis } from "#ui/text/model-words.tsx";
import styles from "./group-details.module.css";

interface ModelReplyPanelProps {
  readonly group: Pick<FailureGroupDetails, "decidedBy" | "id" | "primaryClass">;
  readonly answer: ModelReply;
  /** `undefined` for viewers. */
  readonly onTakeOver: ((groupId: number, primaryClass: FailureClass) => void) | undefined;
}

/** Explanation of a cause by a language model, with the class it suggests if that differs. */
export function ModelReplyPanel({ group, answer, onTakeOver }: ModelReplyPanelProps) {
  const { model, rootCause, technicalAnalysis, recommendations } = answer;
  return (
    <section className={styles["words"]} aria-label="Explained by a language model">
      <div className={styles["said"]}>
        <ModelMark />
        <span className={styles["quiet"]}>
          {`In the words of `}
          <bdi>{cut(model, 60)}</bdi>
          {`, which may be wrong`}
        </span>
      </div>
      <h2 dir="auto">{cut(rootCause, 500)}</h2>
      <TechnicalAnalysis text={technicalAnalysis} />
      <Recommendations items={recommendations} />
      <OtherClass group={group} suggested={answer.primaryClass} onTakeOver={onTakeOver} />
    </section>
  );
}

interface OtherClassProps extends Pick<ModelReplyPanelProps, "group" | "onTakeOver"> {
  readonly suggested: FailureClass | null;
}

/** Empty if the model is undecided or a user has decided. */
function OtherClass({ group, suggested, onTakeOver }: OtherClassProps) {
  const { id, primaryClass, decidedBy } = group;
  if (suggested === null || suggested === "Unknown" || suggested === primaryClass || decidedBy === "person")
    return null;
  return (
    <p className={styles["said"]}>
      <span>The model suggests</span>
      <ClassBadge of={suggested} />
      <span>{primaryClass === null ? "for this unclassified cause." : `instead of ${primaryClass}.`}</span>
      {onTakeOver !== undefined && (
        <Button size="compact-sm" variant="default" onClick={() => onTakeOver(id, suggested)}>
          {`Change to ${suggested}`}
        </Button>
      )}
    </p>
  );
}
