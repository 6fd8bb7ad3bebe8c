import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { useNow } from "#ui/text/now.ts";
import { retentionQuery, useConfirmRetention } from "./retention.queries.ts";
import { RetentionView } from "./retention-view.tsx";

/** Automatic cleanup of a project, for leads. */
export function RetentionPanel({ projectId }: { readonly projectId: number }) {
  const retention = useQuery(retentionQuery(projectId));
  const confirm = useConfirmRetention(projectId);
  const now = useNow();
  if (retention.isError && retention.data === undefined)
    return (
      <ErrorPanel
        error={retention.error}
        fallback="Failed to load the preview"
        onRetry={() => void retention.refetch()}
      />
    );
  if (retention.data === undefined) return <Skeleton height={150} />;
  return (
    <RetentionView
      retention={retention.data}
      now={now}
      confirming={confirm.isPending}
      onConfirm={() =>
        confirm.mutate(undefined, {
          onSuccess: () => showSuccess("Automatic cleanup is on"),
          onError: (error) => showError(error.message),
        })
      }
    />
  );
}
