import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { flakinessRuleQuery, useChangeRule, usePreview } from "./flakiness-rule.queries.ts";
import { RuleForm } from "./rule-form.tsx";
import { RuleSummary } from "./rule-summary.tsx";

interface RuleDialogProps {
  readonly projectId: number;
  readonly mayManage: boolean;
  readonly onClose: () => void;
}

/** Rule for flaky tests of the project. All users can read it, leads can change it. */
export function RuleDialog({ projectId, mayManage, onClose }: RuleDialogProps) {
  const rule = useQuery(flakinessRuleQuery(projectId));
  const preview = usePreview(projectId);
  const change = useChangeRule(projectId);
  return (
    <FormDialog opened onClose={onClose} title="Flakiness rule" size={720}>
      {rule.data === undefined ? (
        rule.error === null ? (
          <Skeleton height={300} animate={false} />
        ) : (
          <ErrorPanel error={rule.error} fallback="Failed to load the rule" onRetry={() => void rule.refetch()} />
        )
      ) : (
        <>
          <RuleSummary rule={rule.data.rule} />
          {mayManage ? (
            <RuleForm
              rule={rule.data.rule}
              isDefault={rule.data.isDefault}
              pending={change.isPending}
              error={change.error ?? preview.error}
              preview={preview.data}
              previewing={preview.isPending}
              onPreview={(tried) => preview.mutate(tried)}
              onSave={(saved) => change.mutate(saved, { onSuccess: onClose })}
            />
          ) : (
            <p>Project leads can change it.</p>
          )}
        </>
      )}
    </FormDialog>
  );
}
