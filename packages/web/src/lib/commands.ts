import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Something that what is on the screen can do, offered in the palette. */
export interface OfferedCommand {
  readonly label: string;
  /** Other words that people may look for. */
  readonly keywords?: string;
  readonly run: () => void;
}

let offered: readonly OfferedCommand[] = [];
const listeners = new Set<() => void>();

function setOffered(next: readonly OfferedCommand[]): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Offers a command for as long as the calling component is on the screen. */
export function useOfferedCommand(label: string, run: () => void, keywords = ""): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    const command: OfferedCommand = { label, keywords, run: () => latest() };
    setOffered([...offered, command]);
    return () => setOffered(offered.filter((other) => other !== command));
  }, [label, keywords]);
}

/** What is offered now, in the order in which it came. */
export function useOfferedCommands(): readonly OfferedCommand[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
}
