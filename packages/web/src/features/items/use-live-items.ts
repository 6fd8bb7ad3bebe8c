import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { coalesce } from "#lib/api/coalesce.ts";
import { onConnected, onServerEvent } from "#lib/api/realtime.ts";
import { itemsKey } from "./items.queries.ts";

/** Changes within it are one look. */
const reloadMs = 300;

/** Reads what is shown of a project's items again whenever somebody changed one. */
export function useLiveItems(projectId: number | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (projectId === undefined) return undefined;
    const reload = coalesce(() => {
      void queryClient.invalidateQueries({ queryKey: itemsKey(projectId) });
      void queryClient.invalidateQueries({ queryKey: ["item"] });
    }, reloadMs);
    const stops = [
      onServerEvent("annotations-changed", (changed) => changed === projectId && reload.call()),
      onConnected(reload.call),
      reload.cancel,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, projectId]);
}
