import { useCallback, useMemo, useState } from "react";
import { flatLayout, groupedLayout, type Layout } from "./sections.ts";
import type { ListView } from "./use-result-groups.ts";

/** Groups with no more rows than these altogether need no overview: they come opened. */
const openedAtOnce = 100;

/** Rows that are drawn as shapes while nothing is known. */
const awaited = 12;

export interface OpenGroups {
  readonly layout: Layout;
  readonly toggle: (key: string) => void;
  /** Opens a group unless the user closed it. */
  readonly open: (key: string) => void;
  readonly setAll: (open: boolean) => void;
}

/**
 * Which groups are open, and the list that this makes. What failed is there to be read: failures come opened, with what
 * passed below them. Files and browsers come closed where they are many, as an overview.
 */
export function useOpenGroups(view: ListView | undefined): OpenGroups {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** State of all groups of a kind, including those loaded later. */
  const [all, setAll] = useState<{ readonly by: ListView["by"]; readonly open: boolean }>();
  const by = view?.by;
  const groups = view?.groups;
  const total = view?.total ?? awaited;
  const byDefault = all !== undefined && all.by === by ? all.open : by === "failure" || total <= openedAtOnce;
  const isOpen = useCallback((key: string) => changed.get(`${by} ${key}`) ?? byDefault, [changed, by, byDefault]);
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
