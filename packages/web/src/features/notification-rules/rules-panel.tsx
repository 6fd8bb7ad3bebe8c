import { Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { NotificationRule } from "@plumb/contract/integrations/notification-rules.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadedPreview } from "./loaded-preview.tsx";
import { channelsQuery, notificationRulesQuery, useDeleteRule, useSaveRule } from "./notification-rules.queries.ts";
import { RuleForm } from "./rule-form.tsx";
import { type RuleAction, RulesView } from "./rules-view.tsx";
import { errorText } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { DeleteDialog } from "#ui/form/delete-dialog.tsx";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface RulesPanelProps {
  readonly project: { readonly id: number; readonly name: string };
  /** Other project members can only view the rules. */
  readonly mayManage: boolean;
  /** Opens the dialog that connects a channel and adds a rule. */
  readonly onConnect: () => void;
}

/** Notification rules of a project, with dialogs to add, change and delete them. */
export function RulesPanel({ project, mayManage, onConnect }: RulesPanelProps) {
  const rules = useQuery(notificationRulesQuery(project.id));
  const channels = useQuery({ ...channelsQuery(project.id), enabled: mayManage });
  const save = useSaveRule(project.id);
  const [requested, setRequested] = useState<NotificationRule | "new" | null>(null);
  const [doomed, setDoomed] = useState<NotificationRule | null>(null);
  const onAction = (rule: NotificationRule, action: RuleAction) => {
    if (action === "edit") setRequested(rule);
    else if (action === "delete") setDoomed(rule);
    else
      save.mutate(
        { ruleId: rule.id, enabled: !rule.enabled, rule },
        { onError: (error) => showError(errorText(error, "Failed to change the rule")) },
      );
  };
  const error = rules.error ?? channels.error;
  const found = mayManage ? channels.data : [];
  if (rules.data === undefined || found === undefined) {
    if (error === null) return <Skeleton height={180} radius={10} aria-label="Loading notification rules" />;
    const onRetry = () => void Promise.all([rules.refetch(), channels.refetch()]);
    return <ErrorPanel error={error} fallback="Failed to load the notification rules" onRetry={onRetry} />;
  }
  return (
    <>
      <RulesView
        projectName={project.name}
        rules={rules.data}
        hasChannel={found.length > 0}
        mayManage={mayManage}
        onAdd={() => setRequested("new")}
        onConnect={onConnect}
        onAction={onAction}
      />
      <RuleDialog projectId={project.id} wanted={requested} channels={found} onClose={() => setRequested(null)} />
      <DeleteRuleDialog projectId={project.id} rule={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

interface RuleDialogProps {
  readonly projectId: number;
  readonly wanted: NotificationRule | "new" | null;
  readonly channels: Parameters<typeof RuleForm>[0]["channels"];
  readonly onClose: () => void;
}

function RuleDialog({ projectId, wanted, channels, onClose }: RuleDialogProps) {
  const narrow = useMediaQuery("(width < 60em)");
  // Keeps the last content while the dialog fades out.
  const [last, setLast] = useState(wanted);
  if (wanted !== null && wanted !== last) setLast(wanted);
  const save = useSaveRule(projectId);
  const rule = last === "new" ? null : last;
  return (
    <FormDialog
      opened={wanted !== null}
      onClose={onClose}
      title={last === "new" ? "Add notification rule" : "Edit notification rule"}
      fullScreen={narrow}
      transitionProps={{ duration: 120 }}
      size={960}
    >
      {last !== null && (
        <RuleForm
          key={rule?.id ?? "new"}
          rule={rule}
          channels={channels}
          pending={save.isPending}
          error={save.error}
          renderPreview={({ bindingId, name: _name, ...draft }) => (
            <LoadedPreview projectId={projectId} rule={{ ...draft, ...(bindingId > 0 && { bindingId }) }} />
          )}
          onSubmit={(draft) =>
            save.mutate(
              { ruleId: rule?.id ?? null, enabled: rule?.enabled ?? true, rule: draft },
              {
                onSuccess: () => {
                  showSuccess(rule === null ? "Rule added" : "Rule saved");
                  onClose();
                },
              },
            )
          }
          onCancel={onClose}
        />
      )}
    </FormDialog>
  );
}

interface DeleteRuleDialogProps {
  readonly projectId: number;
  readonly rule: NotificationRule | null;
  readonly onClose: () => void;
}

function DeleteRuleDialog({ projectId, rule, onClose }: DeleteRuleDialogProps) {
  const remove = useDeleteRule(projectId);
  const onDelete = () => {
    if (rule === null) return;
    remove.mutate(rule.id, {
      onSuccess: () => {
        showSuccess("Rule deleted");
        onClose();
      },
    });
  };
  return (
    <DeleteDialog
      opened={rule !== null}
      noun="rule"
      text="It sends nothing any more. Messages that wait to be summed up are deleted too."
      error={remove.isError ? errorText(remove.error, "Failed to delete the rule") : null}
      pending={remove.isPending}
      onDelete={onDelete}
      onClose={onClose}
    />
  );
}
