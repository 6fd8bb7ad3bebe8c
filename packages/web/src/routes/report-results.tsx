import type { Report } from "@plumb/contract/reports.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { ResultsList } from "#features/results/results-list.tsx";
import { formatCount } from "#lib/format.ts";
import { SearchBox } from "#ui/search-box.tsx";
import styles from "./report-page.module.css";

/** The tab of the tests: what narrows and gathers them, and the list. */
export function ReportResults({ report }: { readonly report: Report }) {
  const { status, q, result } = useSearch({ from: "/guarded/reports/$reportId" });
  const navigate = useNavigate({ from: "/reports/$reportId" });
  const onSearch = useCallback(
    (text: string) =>
      void navigate({
        search: (search) => ({ ...search, q: text.trim() === "" ? undefined : text }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const onOpen = useCallback(
    (resultId: number | undefined) =>
      void navigate({
        search: (search) => ({ ...search, result: resultId, attempt: undefined, step: undefined }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <>
      <div className={styles["tools"]}>
        <SearchBox label={`Search ${formatCount(report.summary.total)} tests`} value={q ?? ""} onChange={onSearch} />
        <p className={styles["keys"]} aria-hidden>
          <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens
        </p>
      </div>
      <ResultsList
        key={`${status}`}
        report={{ id: report.id, live: report.status === "running" }}
        filter={{ status, search: q }}
        opened={result}
        onOpen={onOpen}
      />
    </>
  );
}
