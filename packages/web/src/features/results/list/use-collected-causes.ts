import type { ResultDetail, ResultGroup } from "@plumb/contract/runs/results.ts";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onProjectChanges } from "#lib/api/project-changes.ts";

const reloadMs = 1000;

/**
 * Reloads causes and opened failures that have no class yet. Failures are collected shortly after a run has ended, and its report can be opened
 * before that.
 */
export function useCollectedCauses({ id, projectId }: { readonly id: number; readonly projectId: number }): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = () =>
      void queryClient.invalidateQueries({
        queryKey: ["report", id],
        predicate: (query) => hasOpenGroup(query) || hasOpenAttempt(query),
      });
    return onProjectChanges(projectId, { events: ["failures-changed"], withinMs: reloadMs, reload });
  }, [queryClient, id, projectId]);
}

function hasOpenGroup({ queryKey, state }: Query): boolean {
  if (queryKey[3] !== "groups") return false;
  const groups = (state.data as { readonly data: readonly ResultGroup[] } | undefined)?.data ?? [];
  return groups.some(({ cause, failed, errored }) => cause === null && failed + errored > 0);
}

function hasOpenAttempt({ queryKey, state }: Query): boolean {
  if (queryKey.length !== 4 || queryKey[2] !== "result") return false;
  const attempts = (state.data as ResultDetail | undefined)?.attempts ?? [];
  return attempts.some(({ verdict, errors }) => verdict === null && errors.length > 0);
}
