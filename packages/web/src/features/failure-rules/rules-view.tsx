import { Button } from "@mantine/core";
import { type ClassificationRule, maxRules } from "@plumb/contract/failures/rules.ts";
import { IconPlus } from "@tabler/icons-react";
import type { Ref } from "react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import { type RuleAction, RuleRow } from "./rule-row.tsx";
import styles from "./rules.module.css";

interface RulesViewProps {
  readonly rules: readonly ClassificationRule[];
  /** `undefined` for users without permission to change rules. */
  readonly actions:
    | {
        readonly busy: boolean;
        readonly onAdd: () => void;
        readonly addButton?: Ref<HTMLButtonElement>;
        readonly onAction: (rule: ClassificationRule, action: RuleAction) => void;
      }
    | undefined;
}

/** Rules of a project in their order, with actions. */
export function RulesView({ rules, actions }: RulesViewProps) {
  const full = rules.length >= maxRules;
  const add = actions !== undefined && (
    <Button
      ref={actions.addButton ?? null}
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={full}
      onClick={actions.onAdd}
    >
      New rule
    </Button>
  );
  if (rules.length === 0)
    return (
      <EmptyState title="No rules yet">
        <p className={styles["empty"]}>
          {actions === undefined
            ? "Project leads can add rules. A rule sets the class of failures whose error matches."
            : "A rule classifies every failure whose error matches, past and future."}
        </p>
        {add}
      </EmptyState>
    );
  return (
    <>
      <div className={styles["head"]}>
        <p>
          {full
            ? `A project can have at most ${maxRules} rules. Delete one to add another.`
            : "The first matching rule wins. Manual decisions take precedence."}
        </p>
        {add}
      </div>
      <ol className={`${panel["panel"]} ${styles["rows"]}`} aria-label="Rules">
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            isFirst={index === 0}
            isLast={index === rules.length - 1}
            actions={actions && { busy: actions.busy, onAction: (action) => actions.onAction(rule, action) }}
          />
        ))}
      </ol>
    </>
  );
}
