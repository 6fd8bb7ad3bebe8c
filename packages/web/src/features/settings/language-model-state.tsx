import { Alert } from "@mantine/core";
import type { LanguageModel } from "@plumb/contract/administration/language-model.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatDollars } from "#lib/format/dollars.ts";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { LastTest } from "#ui/feedback/last-test.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "./language-model.module.css";

/** State of the language model: whether it is used, and its usage today. */
export function LanguageModelState({ model }: { readonly model: LanguageModel }) {
  const { problem, usedToday, tokensPerDay, enabled } = model;
  return (
    <>
      {problem !== null && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {problem}
        </Alert>
      )}
      {enabled && usedToday.usedUp && (
        <Alert color="orange" variant="light" role="note" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {tokensPerDay === 0
            ? "The budget is 0: nothing is sent, and analyses only use the engine."
            : "The budget for today is used up. Until midnight UTC, analyses only use the engine."}
        </Alert>
      )}
      {enabled && !usedToday.usedUp && usedToday.projectsUsedUp.length > 0 && (
        <Alert color="orange" variant="light" role="note" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {`These projects have used up their share of today's budget: ${usedToday.projectsUsedUp.join(", ")}. Other projects can still use the language model.`}
        </Alert>
      )}
      <section className={`${panel["panel"]} ${styles["state"]}`} aria-label="State">
        <dl>
          <div>
            <dt>State</dt>
            <dd>{stateOf(model)}</dd>
          </div>
          <div>
            <dt>Used today</dt>
            <dd>{usageText(model)}</dd>
          </div>
        </dl>
      </section>
    </>
  );
}

function stateOf({ enabled, baseUrl, model }: LanguageModel): string {
  if (baseUrl === "" || model === "") return "Not configured";
  return enabled ? `On: ${cut(model, 100)}` : "Off";
}

function usageText({ usedToday, tokensPerDay }: LanguageModel): string {
  const { tokensIn, tokensOut, requests, cost } = usedToday;
  return [
    `${formatCount(tokensIn + tokensOut)} of ${formatCount(tokensPerDay)} tokens`,
    counted(requests, "request"),
    cost === null ? "" : formatDollars(cost),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

interface ModelTestProps {
  readonly lastTest: LanguageModel["lastTest"];
  readonly testing: boolean;
}

/** Result of the last test, next to its button. */
export function ModelTest({ lastTest, testing }: ModelTestProps) {
  return <output className={styles["test"]}>{testing ? "Testing…" : <LastTest lastTest={lastTest} />}</output>;
}
