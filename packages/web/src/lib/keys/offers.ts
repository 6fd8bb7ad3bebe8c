import { useSyncExternalStore } from "react";

export interface Offers<Offer> {
  /** Returns the way to take it back. */
  readonly offer: (offer: Offer) => () => void;
  /** What is offered now, in the order in which it came. */
  readonly useOffered: () => readonly Offer[];
}

/** What parts of the page offer while they are on the screen, for others to list. */
export function createOffers<Offer>(): Offers<Offer> {
  let offered: readonly Offer[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Offer[]) => {
    offered = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    offer: (offer) => {
      set([...offered, offer]);
      return () => set(offered.filter((other) => other !== offer));
    },
    useOffered: () => useSyncExternalStore(subscribe, () => offered),
  };
}
