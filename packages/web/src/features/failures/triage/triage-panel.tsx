import { Skeleton } from "@mantine/core";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { FailureSearch, TriageStep } from "#lib/address/failure-search.ts";
import { focusPage } from "#lib/keys/returned-focus.ts";
import { type FailureAct, targetOf, triagedCause } from "#lib/keys/triaged-failure.ts";
import { copyWithToast } from "#ui/code/copy-with-toast.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import type { FailureListProps } from "#features/failures/groups/groups-panel.tsx";
import { GroupDetailsPanel } from "#features/failures/groups/group-details-panel.tsx";
import { failureGroupQuery, triageQueueQuery } from "#features/failures/failures.queries.ts";
import { causeBeside, firstUndecided, queueAfter } from "./triage-queue.ts";
import { TriageView } from "./triage-view.tsx";
import { useTriage } from "./use-triage.ts";

interface TriagePanelProps extends Pick<FailureListProps, "dialog" | "itemsOf" | "mayTriage" | "projectId"> {
  /** Name of the report or page, such as `Web shop #117`. */
  readonly name: string;
  /** Filter of the causes. */
  readonly search: FailureSearch;
  readonly step: TriageStep;
  /** Goes to a cause, to the summary, or with `undefined` back to the page. `replace`: without a history entry. */
  readonly onStep: (step: TriageStep | undefined, replace?: boolean) => void;
}

/** Goes through the causes of a period or a report one by one. The address contains the current cause. */
export function TriagePanel(props: TriagePanelProps) {
  const { projectId, mayTriage, name, search, step, dialog, itemsOf } = props;
  const causes = useQuery({ ...triageQueueQuery(projectId, search), placeholderData: keepPreviousData });
  const { data, error, refetch } = causes;
  const [seen, setSeen] = useState<readonly FailureGroup[]>(data?.data ?? []);
  const queue = queueAfter(seen, data?.data ?? []);
  if (queue !== seen) setSeen(queue);
  const triage = useTriage(projectId);
  const { visited, tookMs, onEnd } = useVisit(step);
  const onStep = (next: TriageStep | undefined, replace?: boolean) => {
    if (next === "done") onEnd();
    props.onStep(next, replace);
  };
  const acts = useCauseActs({
    projectId,
    search,
    dialog,
    triage,
    onNext: (id) => onStep(causeBeside(queue, id, 1)?.id ?? "done"),
  });
  const start = useEffectEvent(() => {
    if (step === "start") onStep(firstUndecided(queue, triage.outcomes)?.id ?? "done", true);
    focusPage();
  });
  const loaded = data !== undefined;
  useEffect(() => {
    if (loaded) start();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each step moves the focus
  }, [loaded, step]);
  const linked = typeof step === "number" && loaded && !queue.some(({ id }) => id === step);
  // A linked cause that the filters exclude.
  const other = useQuery({ ...failureGroupQuery(projectId, linked ? step : 0, search), enabled: linked });
  if (error !== null && !loaded)
    return <ErrorPanel error={error} fallback="Failed to load the causes" onRetry={() => void refetch()} />;
  if (!loaded || step === "start")
    return (
      <div aria-busy>
        <Skeleton height={44} mb={14} animate={false} />
        <Skeleton height={480} animate={false} />
      </div>
    );
  const details = (groupId: number): ReactNode => (
    <GroupDetailsPanel key={groupId} {...{ projectId, groupId, search, itemsOf }} actions={undefined} />
  );
  const current = queue.find(({ id }) => id === step) ?? (linked ? other.data : undefined);
  return (
    <>
      <TriageView
        name={name}
        queue={queue}
        total={data.total}
        current={current}
        missing={linked && other.isError}
        outcomes={triage.outcomes}
        details={typeof step === "number" ? details(step) : null}
        deeds={triage.deeds}
        visited={visited}
        tookMs={tookMs}
        onStep={onStep}
        onCopy={(text) => void copyWithToast(text, "Summary copied")}
        onCopyLink={() => void copyWithToast(location.href, "Link copied")}
        actions={
          mayTriage
            ? {
                onClassify: (group, as) => triage.onDecide(group, { as }),
                onRepeat: triage.onDecide,
                onUndo: triage.undo,
                onAct: acts.onAct,
              }
            : undefined
        }
      />
      {acts.dialog}
    </>
  );
}

interface CauseActsProps extends Pick<TriagePanelProps, "dialog" | "projectId" | "search"> {
  readonly triage: ReturnType<typeof useTriage>;
  /** Goes to the cause after another one. */
  readonly onNext: (id: number) => void;
}

/** Opens the dialogs of the acts on a cause. */
function useCauseActs({ projectId, search, dialog, triage, onNext }: CauseActsProps) {
  const [acted, setActed] = useState<{ readonly act: FailureAct; readonly group: FailureGroup } | null>(null);
  const onAct = (act: FailureAct, group: FailureGroup) => setActed({ act, group });
  if (acted === null) return { onAct, dialog: null };
  const { act, group } = acted;
  const failures = [triagedCause(group.id, group.representativeError, group.testCount)];
  return {
    onAct,
    dialog: dialog({
      act,
      projectId,
      search,
      failures,
      target: targetOf(failures),
      onClose: () => setActed(null),
      onDone: (done) => triage.onDone(group.id, done),
      onSame: (same) => {
        triage.onDecide(group, { same });
        onNext(group.id);
      },
    }),
  };
}

/** Causes that were seen since triage started, and the time until the summary. */
function useVisit(step: TriageStep) {
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set());
  const [startedAt] = useState(() => Date.now());
  const [endedAt, setEndedAt] = useState(startedAt);
  const [seen, setSeen] = useState<TriageStep>();
  if (seen !== step) {
    setSeen(step);
    if (typeof step === "number") setVisited(new Set([...visited, step]));
  }
  return { visited, tookMs: Math.max(0, endedAt - startedAt), onEnd: () => setEndedAt(Date.now()) };
}
