import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { itemsKey } from "./items.queries.ts";

/** Combines several changes into one reload. */
const reloadMs = 300;

/** Reloads the items, and tickets of items and causes, after any change. */
export function useLiveItems(projectId: number | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (projectId === undefined) return undefined;
    const reload = () => {
      void queryClient.invalidateQueries({ queryKey: itemsKey(projectId) });
      void queryClient.invalidateQueries({ queryKey: ["item"] });
      void queryClient.invalidateQueries({ queryKey: ["project", projectId, "tickets"] });
    };
    return onProjectChanges(projectId, { events: ["annotations-changed"], withinMs: reloadMs, reload });
  }, [queryClient, projectId]);
}
