import { useCallback, useSyncExternalStore } from "react";
import { type ReportSearch, reportSearch } from "#lib/address/report-search.ts";

/** What the address says behind `#`, in the words of the product's own addresses: a file has no query. */
export function useHashSearch(): readonly [ReportSearch, (change: Partial<ReportSearch>, push?: boolean) => void] {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const change = useCallback((changed: Partial<ReportSearch>, push = false) => {
    const next = { ...read(location.hash), ...changed };
    const words = Object.entries(next).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(words.map(([key, value]) => [key, String(value)])).toString();
    history[push ? "pushState" : "replaceState"](null, "", `#${text}`);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }, []);
  return [read(hash), change];
}

function read(hash: string): ReportSearch {
  return reportSearch(Object.fromEntries(new URLSearchParams(hash.slice(1))));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
