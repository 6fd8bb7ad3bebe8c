import { useEffect, useEffectEvent, useState } from "react";
import { useShortcuts } from "#lib/keys/shortcut.ts";

type Step = 1 | -1;

/** Functions that open the previous or next test; `undefined` if there is none. */
export interface Neighbours {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

interface WalkedList {
  readonly count: number;
  /** Ids of the opened results, the last opened first. */
  readonly opened: readonly number[];
  readonly openedAt: ReadonlyMap<number, number>;
  /** Returns the result at an index: `null` for the header of a group, `undefined` while unknown. */
  readonly resultAt: (index: number) => number | null | undefined;
  /** Scrolls to an index, which loads its rows. */
  readonly showLocation: (index: number) => void;
  /** Opens a result, in place of `from` if it is set. */
  readonly onStep: (from: number | undefined, to: number, index: number) => void;
}

/** Opens the previous or next test in place of an opened one, by buttons or with `p` and `n`. */
export function useNeighbours(list: WalkedList): (resultId: number) => Neighbours {
  const { count, opened, openedAt, resultAt, showLocation, onStep } = list;
  const [awaited, setAwaited] = useState<{ from: number | undefined; index: number }>();

  const indexOf = (resultId: number) => [...openedAt].find(([, id]) => id === resultId)?.[0];
  const indexBeside = (position: number | undefined, step: Step): number | undefined => {
    if (position === undefined) return undefined;
    let index = position + step;
    while (index >= 0 && index < count && resultAt(index) === null) index += step;
    return index >= 0 && index < count ? index : undefined;
  };
  const go = (from: number | undefined, index: number) => {
    const to = resultAt(index);
    if (to === null || to === undefined) {
      setAwaited({ from, index });
      showLocation(index);
    } else onStep(from, to, index);
  };
  const known = awaited !== undefined && typeof resultAt(awaited.index) === "number";
  const goOn = useEffectEvent(() => {
    if (awaited === undefined) return;
    setAwaited(undefined);
    go(awaited.from, awaited.index);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the rows that it waited for came from the server
    if (known) goOn();
  }, [known]);

  const byKey = (step: Step) => {
    const focused = Number(document.activeElement?.closest<HTMLElement>("[data-index]")?.dataset["index"]);
    const from = openedAt.get(focused) ?? opened[0];
    // A row that was just opened has no known position yet, but it is rendered and focused.
    const position = from === undefined ? -1 : (indexOf(from) ?? (resultAt(focused) === from ? focused : undefined));
    const index = indexBeside(position, step);
    if (index !== undefined) go(from, index);
  };
  useShortcuts([
    { key: "n", label: "Open the next test", run: () => byKey(1) },
    { key: "p", label: "Open the previous test", run: () => byKey(-1) },
  ]);

  const beside = (resultId: number, step: Step) => {
    const index = indexBeside(indexOf(resultId), step);
    return index === undefined ? undefined : () => go(resultId, index);
  };
  return (resultId) => ({ previous: beside(resultId, -1), next: beside(resultId, 1) });
}
