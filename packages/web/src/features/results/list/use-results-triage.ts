import type { ListedResult, ResultGroup } from "@plumb/contract/runs/results.ts";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { type FailureTriage, triagedCause, type TriagedFailure } from "#lib/keys/triaged-failure.ts";
import { focusedIndex, selectKeys, triageKeys } from "#lib/keys/use-row-keys.ts";
import { isSelecting, useSelection } from "#lib/keys/use-selection.ts";

interface TriagedList {
  readonly list: RefObject<HTMLElement | null>;
  readonly reportId: number;
  /** The selection is reset when the filter changes. */
  readonly filter: object;
  readonly count: number;
  /** Returns the row or the group at an index; `undefined` while it loads. */
  readonly entryAt: (index: number) => ListedResult | ResultGroup | null | undefined;
  /** Moves the focus to another entry and returns its index. */
  readonly move: (step: 1 | -1) => number;
  readonly triage: FailureTriage | undefined;
}

/** The server accepts this many per request. */
const max = 500;
const none: ReadonlySet<number> = new Set();

/** Id of a failure in the selection: of the result, or the negative id of a cause. */
function idOf(failure: TriagedFailure): number {
  return "testCaseId" in failure ? failure.testCaseId : -failure.groupId;
}

/** Selects failures and causes in a list of tests, and registers the keys for them. */
export function useResultsTriage({ list, reportId, filter, count, entryAt, move, triage }: TriagedList) {
  const { selected, onSelect, clear } = useSelection(JSON.stringify(filter), { max });
  // Rows outside the view are not loaded.
  const [known] = useState(() => new Map<number, TriagedFailure>());
  const idAt = (index: number): number | undefined => {
    const failure = failureOf(reportId, entryAt(index));
    if (failure === undefined) return undefined;
    known.set(idOf(failure), failure);
    return idOf(failure);
  };
  const active = () => {
    const index = focusedIndex(list, "index");
    return index === undefined ? undefined : idAt(index);
  };
  const failures = () => [...selected].flatMap((id) => known.get(id) ?? []);
  const meant = (of: "selection" | number) =>
    of === "selection" ? failures() : [known.get(of)].filter((each) => each !== undefined);
  /** Ids of the loaded entries, for a range. */
  const loadedIds = () => Array.from({ length: count }, (_, index) => idAt(index)).filter((id) => id !== undefined);
  useShortcuts(
    triage === undefined
      ? []
      : [
          ...selectKeys(
            "failure",
            { selected, onSelect: (id, rows) => onSelect(id, rows && loadedIds()) },
            { ids: [], active, step: (by) => idAt(move(by)) },
          ),
          ...triageKeys(
            {
              selected,
              onSelect,
              clear,
              onClassify: (of, as) => {
                triage.onClassify(meant(of), as);
                if (of === "selection") clear();
              },
              onAct: (act, of) => triage.onAct(act, meant(of)),
              onUndo: triage.onUndo,
              onCopyLink: (id) => meant(id).forEach(triage.onCopyLink),
            },
            active,
          ),
        ],
  );
  useSelectingClicks(list, triage !== undefined, (index, range) => {
    const id = idAt(index);
    if (id !== undefined) onSelect(id, range ? loadedIds() : undefined);
  });
  return {
    selected: triage === undefined ? none : selected,
    bar: triage !== undefined && selected.size > 0 && triage.barOf(failures(), clear),
  };
}

/** Handles clicks with Ctrl, Cmd or Shift on the rows of a list. A handler per row would defeat their memoization. */
function useSelectingClicks(
  list: RefObject<HTMLElement | null>,
  enabled: boolean,
  select: (index: number, range: boolean) => void,
): void {
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (!enabled || !isSelecting(event) || !(event.target instanceof Element)) return;
    const entry = event.target.closest("[data-open-row]")?.closest<HTMLElement>("[data-index]");
    if (entry === null || entry === undefined || list.current?.contains(entry) !== true) return;
    event.preventDefault();
    event.stopPropagation();
    select(Number(entry.dataset["index"]), event.shiftKey);
  });
  useEffect(() => {
    const listener = (event: MouseEvent) => onClick(event);
    document.addEventListener("click", listener, true);
    return () => document.removeEventListener("click", listener, true);
  }, []);
}

function failureOf(reportId: number, entry: ListedResult | ResultGroup | null | undefined): TriagedFailure | undefined {
  if (entry === null || entry === undefined) return undefined;
  if ("key" in entry) {
    const { cause, errorLine, total } = entry;
    return cause === null ? undefined : triagedCause(cause.groupId, errorLine ?? "", total);
  }
  const { id, titlePath, errorLine, status } = entry;
  if (status !== "failed" && status !== "error") return undefined;
  const path = `/reports/${reportId}?result=${id}`;
  return { testCaseId: id, groupId: null, name: titlePath.at(-1) ?? "", error: errorLine ?? "", path };
}
