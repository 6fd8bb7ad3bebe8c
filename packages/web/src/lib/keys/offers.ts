import { useSyncExternalStore } from "react";

export interface Offers<Offer> {
  /** Returns the function to withdraw the offer. */
  readonly offer: (offer: Offer) => () => void;
  /** Current offers in order of registration. */
  readonly useOffered: () => readonly Offer[];
}

/** Registry of offers from visible parts of the page. */
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
