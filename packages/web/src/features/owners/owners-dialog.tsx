import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { OwnerRulesForm } from "./owner-rules-form.tsx";
import { ownerRulesQuery, useChangeOwnerRules, useOwnerPreview } from "./owners.queries.ts";

interface OwnersDialogProps {
  readonly projectId: number;
  readonly mayManage: boolean;
  readonly onClose: () => void;
}

/** Dialog to manage a project's test owners. */
export function OwnersDialog({ projectId, mayManage, onClose }: OwnersDialogProps) {
  const rules = useQuery({ ...ownerRulesQuery(projectId), refetchOnWindowFocus: false });
  const preview = useOwnerPreview(projectId);
  const change = useChangeOwnerRules(projectId);
  return (
    <FormDialog opened onClose={onClose} title="Test owners" size={720}>
      {rules.data === undefined ? (
        rules.error === null ? (
          <Skeleton height={300} animate={false} />
        ) : (
          <ErrorPanel error={rules.error} fallback="Failed to load the rules" onRetry={() => void rules.refetch()} />
        )
      ) : (
        <OwnerRulesForm
          stored={rules.data}
          mayManage={mayManage}
          pending={change.isPending}
          error={change.error ?? preview.error}
          preview={preview.data}
          previewing={preview.isPending}
          onPreview={(tried) => preview.mutate(tried)}
          onSave={(saved) => change.mutate({ rules: saved, version: rules.data.version }, { onSuccess: onClose })}
        />
      )}
    </FormDialog>
  );
}
