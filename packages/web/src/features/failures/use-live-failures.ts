import type { DefectSummary } from "@plumb/contract/failures/failures.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { failureListsKey, failuresKey } from "./failures.queries.ts";

/** Combines the ends of several runs into one reload. Failures are grouped shortly after a run has ended. */
const reloadMs = 2000;
/** If users have scrolled further than this, we assume that they are reading. */
const scrolledPx = 200;

interface LiveFailures {
  /** Whether there is newer data than shown. */
  readonly waiting: boolean;
  readonly showNewest: () => void;
}

interface Watched {
  /** `undefined` while loading. */
  readonly summary: DefectSummary | undefined;
  /** Key of the metrics. */
  readonly of: string;
  /** Whether a group is open. */
  readonly opened: boolean;
}

/**
 * Reloads the metrics and filter values when a run has ended or failures have been grouped, and the lists if the metrics changed. While the user is
 * working in a list, new data is offered instead.
 */
export function useLiveFailures(projectId: number, { summary, of, opened }: Watched): LiveFailures {
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState(false);
  const ended = useRef(false);
  const known = useRef<{ readonly of: string; readonly figures: string; readonly pending: boolean }>(null);
  const showNewest = useCallback(() => {
    setWaiting(false);
    void queryClient.invalidateQueries({ queryKey: failureListsKey(projectId) });
  }, [queryClient, projectId]);
  const reloadLists = useEffectEvent(() => {
    if (opened || isReading()) setWaiting(true);
    else showNewest();
  });
  useEffect(() => {
    const reload = () => {
      ended.current = true;
      for (const part of ["summary", "options"])
        void queryClient.invalidateQueries({ queryKey: [...failuresKey(projectId), part] });
    };
    const events = ["test-execution-completed", "failures-changed"] as const;
    return onProjectChanges(projectId, { events, withinMs: reloadMs, reload });
  }, [queryClient, projectId]);

  const metrics = summary === undefined ? undefined : metricsOf(summary);
  const pending = (summary?.pendingRuns ?? 0) > 0;
  useEffect(() => {
    if (metrics === undefined) return;
    const before = known.current;
    known.current = { of, figures: metrics, pending };
    if (before === null || before.of !== of || before.figures === metrics) return;
    if (ended.current || before.pending) {
      ended.current = false;
      reloadLists();
    } else {
      // The user's own decision reloads lists and metrics in parallel, and the lists may have been read too early.
      showNewest();
    }
  }, [metrics, of, pending, showNewest]);
  return { waiting, showNewest };
}

/** Includes the classes, because changed rules affect only these counts. */
function metricsOf(summary: DefectSummary): string {
  const { totalFailures, groups, unclassified, applicationDefects, dataIssues } = summary;
  const { automationErrors, environmentIssues, unknownFailures } = summary;
  const classes = [unclassified, applicationDefects, dataIssues, automationErrors, environmentIssues, unknownFailures];
  return [totalFailures, groups, ...classes].join(" ");
}

function isReading(): boolean {
  if (window.scrollY > scrolledPx) return true;
  return (
    document.activeElement?.closest("tr[data-row]") instanceof HTMLElement ||
    document.querySelector('tr[data-selected="true"]') !== null
  );
}
