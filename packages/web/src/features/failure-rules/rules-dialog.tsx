import { Skeleton } from "@mantine/core";
import type { ClassificationRule } from "@plumb/contract/failures/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refusalText } from "#lib/api/error-text.ts";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError } from "#ui/feedback/toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import type { RuleAction } from "./rule-row.tsx";
import { moved } from "./rule-texts.ts";
import { type RuleChange, rulesQuery, useChangeRules } from "./rules.queries.ts";
import { RulesView } from "./rules-view.tsx";

interface RulesDialogProps {
  readonly projectId: number;
  readonly mayManage: boolean;
  /** Opens the form of a new rule, created from this cause. */
  readonly fromCause: number | undefined;
  readonly onClose: () => void;
}

/** Dialog with the rules of a project. */
export function RulesDialog({ projectId, mayManage, fromCause, onClose }: RulesDialogProps) {
  const rules = useQuery(rulesQuery(projectId));
  const [edited, setEdited] = useState<ClassificationRule | "from-cause" | "new" | null>(
    fromCause !== undefined && mayManage ? "from-cause" : null,
  );
  const isNew = edited === "new" || edited === "from-cause";
  const addButton = useReturnedFocus(edited !== null);
  const change = useChangeRules(projectId);
  const onAction = (rule: ClassificationRule, action: RuleAction) => {
    if (action === "edit") return setEdited(rule);
    const requested = changeOf(rules.data ?? [], rule, action);
    if (requested === null) return;
    change.mutate(requested, {
      // The buttons of the deleted rule have disappeared.
      onSuccess: () => requested.kind === "delete" && addButton.current?.focus(),
      onError: (error) => showError(refusalText(error, "Failed to change the rules")),
    });
  };
  const actions = mayManage
    ? { busy: change.isPending, onAdd: () => setEdited("new"), addButton, onAction }
    : undefined;
  const title = edited === null ? "Rules of this project" : isNew ? "New rule" : "Edit rule";
  return (
    <FormDialog opened onClose={onClose} title={title} size={880}>
      {edited !== null ? (
        <RuleEditor
          projectId={projectId}
          rule={isNew ? null : edited}
          fromCause={edited === "from-cause" ? fromCause : undefined}
          onDone={() => setEdited(null)}
        />
      ) : rules.data !== undefined ? (
        <RulesView rules={rules.data} actions={actions} />
      ) : rules.isError ? (
        <ErrorPanel error={rules.error} fallback="Failed to load the rules" onRetry={() => void rules.refetch()} />
      ) : (
        <div aria-busy>
          <Skeleton height={240} animate={false} />
        </div>
      )}
    </FormDialog>
  );
}

function changeOf(
  rules: readonly ClassificationRule[],
  { id, enabled }: ClassificationRule,
  action: Exclude<RuleAction, "edit">,
): RuleChange | null {
  if (action === "switch") return { kind: "switch", ruleId: id, enabled: !enabled };
  if (action === "delete") return { kind: "delete", ruleId: id };
  const ruleIds = moved(rules, id, action === "up" ? -1 : 1);
  return ruleIds && { kind: "order", ruleIds };
}
