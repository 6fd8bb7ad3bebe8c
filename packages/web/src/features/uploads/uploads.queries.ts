import { dayMs } from "@plumb/contract/durations.ts";
import { listUploads, readUpload, readUploadHealth } from "@plumb/contract/runs/uploads.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { UploadsSearch } from "#lib/address/uploads-search.ts";
import { api } from "#lib/api/api.ts";
import { coalesce } from "#lib/api/coalesce.ts";
import { onConnected, onServerEvent, readRealtimeState } from "#lib/api/realtime.ts";

const reloadMs = 1000;
const spanMs = { day: dayMs, week: 7 * dayMs } as const;

const keyOf = (projectId: number) => ["project", projectId, "uploads"] as const;

/** Pages of uploads, newest first. */
export function uploadsQuery(projectId: number, { state, span, key, report, q }: UploadsSearch) {
  const narrowed = {
    state:
      state === "underway" ? (["received", "reading"] as const).slice() : state === undefined ? undefined : [state],
    key,
    report,
    search: q?.trim(),
  };
  return infiniteQueryOptions({
    queryKey: [...keyOf(projectId), "list", narrowed, span ?? null],
    queryFn: ({ pageParam, signal }) =>
      api.call(listUploads, {
        params: { projectId },
        query: {
          ...narrowed,
          ...(span !== undefined && { from: new Date(Date.now() - spanMs[span]).toISOString() }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page): number | null => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Maximum number of uploads that a project without reports shows. */
const maxFirst = 20;

/** The latest uploads of a project without reports. Polls, faster without a live connection. */
export function firstUploadsQuery(projectId: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), "first"],
    queryFn: async ({ signal }) =>
      (await api.call(listUploads, { params: { projectId }, query: { limit: maxFirst }, signal })).data,
    refetchInterval: () => (readRealtimeState() === "on" ? 30_000 : 3000),
  });
}

export function uploadQuery(projectId: number, uploadId: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), "one", uploadId],
    queryFn: async ({ signal }) => (await api.call(readUpload, { params: { projectId, uploadId }, signal })).data,
  });
}

export function uploadHealthQuery(projectId: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), "health"],
    queryFn: async ({ signal }) => (await api.call(readUploadHealth, { params: { projectId }, signal })).data,
  });
}

/** Reloads the uploads after changes. If the user has scrolled down, returns `changed` instead, so that the page shows a notice. */
export function useLiveUploads(projectId: number, reading: boolean): { changed: boolean; showNewest: () => void } {
  const queryClient = useQueryClient();
  /** Total number of changes, and how many of them are visible. */
  const [received, setReceived] = useState(0);
  const [visible, setVisible] = useState(0);
  if (received !== visible && !reading) setVisible(received);
  useEffect(() => {
    const note = coalesce(() => setReceived((times) => times + 1), reloadMs);
    const stops = [
      onServerEvent("uploads-changed", (of) => of === projectId && note.call()),
      onServerEvent("test-execution-completed", (run) => run.projectId === projectId && note.call()),
      onConnected(note.call),
      note.cancel,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [projectId]);
  useEffect(() => {
    if (visible > 0) void queryClient.invalidateQueries({ queryKey: keyOf(projectId) });
  }, [visible, projectId, queryClient]);
  return { changed: received !== visible, showNewest: () => setVisible(received) };
}
