import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showSuccess } from "#ui/feedback/toast.ts";
import { StorageLimitForm } from "./storage-limit-form.tsx";
import { StorageView } from "./storage-view.tsx";
import { storageQuery, useChangeStorageLimit } from "./storage.queries.ts";

interface StoragePanelProps {
  readonly projectId: number;
  readonly mayChange: boolean;
}

/** Storage used by a project's files, for its leads. Administrators can set the limit. */
export function StoragePanel({ projectId, mayChange }: StoragePanelProps) {
  const storage = useQuery(storageQuery(projectId));
  const change = useChangeStorageLimit(projectId);
  if (storage.isError && storage.data === undefined)
    return (
      <ErrorPanel
        error={storage.error}
        fallback="Failed to load the storage of this project"
        onRetry={() => void storage.refetch()}
      />
    );
  if (storage.data === undefined) return <Skeleton height={110} />;
  return (
    <StorageView storage={storage.data}>
      {mayChange && (
        <StorageLimitForm
          key={String(storage.data.limit)}
          storage={storage.data}
          saving={change.isPending}
          error={change.error}
          onSave={(limit) => change.mutate(limit, { onSuccess: () => showSuccess("The storage limit was saved") })}
        />
      )}
    </StorageView>
  );
}
