import { Skeleton } from "@mantine/core";
import type { Backups } from "@plumb/contract/administration/backups.ts";
import { useQuery } from "@tanstack/react-query";
import { BackupScheduleForm, scheduleValues, useScheduleForm } from "./backup-schedule-form.tsx";
import { backupsQuery, useChangeSchedule, useStartBackup } from "./backups.queries.ts";
import { BackupsView } from "./backups-view.tsx";
import { refusalText } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

/** Backups of the server, for administrators. */
export function BackupsPanel() {
  const query = useQuery(backupsQuery);
  const start = useStartBackup();
  if (query.data === undefined)
    return query.isError ? (
      <ErrorPanel error={query.error} fallback="Failed to load the backups" onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={480} />
    );
  return (
    <BackupsView
      backups={query.data}
      starting={start.isPending}
      onStart={() =>
        start.mutate(undefined, {
          onSuccess: () => showSuccess("The backup will start shortly"),
          onError: (error) => showError(refusalText(error, "Failed to start the backup")),
        })
      }
    >
      <Schedule backups={query.data} />
    </BackupsView>
  );
}

function Schedule({ backups }: { readonly backups: Backups }) {
  const change = useChangeSchedule();
  const form = useScheduleForm(backups.schedule, change.error);
  return (
    <BackupScheduleForm
      form={form}
      saving={change.isPending}
      onSave={(schedule) =>
        change.mutate(schedule, {
          onSuccess: (saved) => {
            form.setInitialValues(scheduleValues(saved));
            form.reset();
            showSuccess("The schedule was saved");
          },
        })
      }
    />
  );
}
