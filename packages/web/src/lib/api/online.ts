import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const subscribe = (changed: () => void) => onlineManager.subscribe(changed);
const isOnline = () => onlineManager.isOnline();

/** Returns false while the browser is offline and requests are paused. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}
