import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { coalesce } from "#lib/api/coalesce.ts";
import { onServerEvent } from "#lib/api/realtime.ts";

const liveMs = 2000;

/** Reloads compared reports that were still running when they end. */
export function useEndOfRuns(ids: readonly number[]): void {
  const queryClient = useQueryClient();
  const key = ids.join(" ");
  useEffect(() => {
    const compared = new Set(key.split(" ").map(Number));
    const reload = coalesce(() => void queryClient.invalidateQueries({ queryKey: ["comparison"] }), liveMs);
    const stop = onServerEvent("test-execution-completed", ({ reportId }) => {
      if (compared.has(reportId)) reload.call();
    });
    return () => {
      stop();
      reload.cancel();
    };
  }, [queryClient, key]);
}
