import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type ReportSearch, reportSearch } from "#lib/address/report-search.ts";

/** Reads and changes the part of the URL after `#`, which has the format of a report's query. Exported files have no query. */
export function useHashSearch(): readonly [ReportSearch, ChangeSearch] {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const change = useCallback<ChangeSearch>((changes, push = false) => {
    const before = read(location.hash);
    const next = typeof changes === "function" ? changes(before) : { ...before, ...changes };
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(next) as [string, ReportSearch[keyof ReportSearch]][])
      for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value])
        params.append(key, String(one));
    history[push ? "pushState" : "replaceState"](null, "", `#${params.toString()}`);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }, []);
  const search = useMemo(() => read(hash), [hash]);
  return [search, change];
}

type ChangeSearch = (changes: ReportSearch | ((before: ReportSearch) => ReportSearch), push?: boolean) => void;

function read(hash: string): ReportSearch {
  const params = new URLSearchParams(hash.slice(1));
  return reportSearch({ ...Object.fromEntries(params), also: params.getAll("also") });
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
