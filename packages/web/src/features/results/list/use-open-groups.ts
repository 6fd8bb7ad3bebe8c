import { type ResultGroup, withoutKey } from "@plumb/contract/runs/results.ts";
import { useCallback, useMemo, useState } from "react";
import { flatLayout, groupedLayout, type Layout } from "./sections.ts";
import type { ListView } from "./use-result-groups.ts";

/** Groups are open by default up to this total number of rows, because no overview is needed. */
const openedAtOnce = 100;

/** Number of placeholder rows before the list is loaded. */
const awaited = 12;

/** Returns whether no test without a failure key failed. A failed test without an error has no key. */
function isRestGreen(groups: readonly ResultGroup[] | undefined): boolean {
  const rest = groups?.find(({ key }) => key === withoutKey);
  return rest !== undefined && rest.failed + rest.errored === 0;
}

export interface OpenGroups {
  readonly layout: Layout;
  readonly toggle: (key: string) => void;
  /** Opens a group unless the user closed it. */
  readonly open: (key: string) => void;
  readonly setAll: (open: boolean) => void;
}

/**
 * Manages the open groups and returns the resulting layout. Groups by failure are open by default, because users open a report
 * to read failures; the tests below them that did not fail are closed, unless the user searches for tests. Groups by file or browser are
 * closed by default in long lists, as an overview.
 */
export function useOpenGroups(view: ListView | undefined): OpenGroups {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Whether all groups of one kind are open, including those loaded later. */
  const [all, setAll] = useState<{ readonly by: ListView["by"]; readonly open: boolean }>();
  const by = view?.by;
  const groups = view?.groups;
  const total = view?.total ?? awaited;
  const chosen = all !== undefined && all.by === by ? all.open : undefined;
  const byDefault = chosen ?? (by === "failure" || total <= openedAtOnce);
  const isRestClosed =
    chosen === undefined && view?.filter.search === undefined && by === "failure" && isRestGreen(groups);
  const isOpen = useCallback(
    (key: string) => changed.get(`${by} ${key}`) ?? (byDefault && !(isRestClosed && key === withoutKey)),
    [changed, by, byDefault, isRestClosed],
  );
  const layout = useMemo(
    () => (groups === undefined ? flatLayout(total) : groupedLayout(groups, isOpen)),
    [groups, total, isOpen],
  );
  const set = (key: string, open: boolean) => setChanged((before) => new Map([...before, [`${by} ${key}`, open]]));
  return {
    layout,
    toggle: (key) => set(key, !isOpen(key)),
    open: (key) => {
      if (!isOpen(key) && !changed.has(`${by} ${key}`)) set(key, true);
    },
    setAll: (open) => {
      setChanged((before) => new Map([...before].filter(([key]) => !key.startsWith(`${by} `))));
      setAll({ by, open });
    },
  };
}
