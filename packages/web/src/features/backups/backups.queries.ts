import {
  type Backups,
  type BackupSchedule,
  changeBackupSchedule,
  readBackups,
  startBackup,
} from "@plumb/contract/administration/backups.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

const runningMs = 2000;
const idleMs = 30_000;

export const backupsQuery = queryOptions({
  queryKey: ["settings", "backups"],
  queryFn: async ({ signal }) => (await api.call(readBackups, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data === undefined || data.state === "idle" ? idleMs : runningMs),
});

export function useChangeSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (schedule: BackupSchedule) => (await api.call(changeBackupSchedule, { body: schedule })).data,
    onSuccess: async (schedule) => {
      client.setQueryData(backupsQuery.queryKey, (before: Backups | undefined) => before && { ...before, schedule });
      await client.invalidateQueries({ queryKey: backupsQuery.queryKey });
    },
  });
}

export function useStartBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(startBackup),
    onSettled: () => client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
}
