import { Button, NativeSelect } from "@mantine/core";
import type { MatrixCounts, MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { type CompareSearch, compareSearch } from "#lib/address/compare-search.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { Pager } from "#ui/list/pager.tsx";
import { SearchBox } from "#ui/list/search-box.tsx";
import { matrixKinds } from "./change-kinds.ts";
import { matrixPageSize } from "./changes.queries.ts";
import { ComparisonSkeleton } from "./comparison-skeleton.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { MatrixTable } from "./matrix-table.tsx";
import styles from "./matrix.module.css";

export interface MatrixPage {
  readonly reports: readonly Report[];
  readonly counts: MatrixCounts;
  readonly tests: readonly MatrixTest[];
  readonly total: number;
}

interface MatrixViewProps {
  /** `undefined` while loading. */
  readonly matrix: MatrixPage | undefined;
  /** Whether the data belongs to the previous search. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly search: CompareSearch;
  readonly onSearch: (search: CompareSearch) => void;
}

const sorts = [
  { value: "change", label: "Change" },
  { value: "name", label: "Name" },
  { value: "duration", label: "Duration in head report" },
  { value: "slowdown", label: "Slowdown" },
];

/** Matrix of tests and reports, with counts of the changes. */
export function MatrixView({ matrix, stale, error, onRetry, search, onSearch }: MatrixViewProps) {
  if (matrix === undefined)
    return error === null ? (
      <ComparisonSkeleton />
    ) : (
      <ErrorPanel error={error} fallback="Failed to compare reports" onRetry={onRetry} />
    );
  const narrowed = (change: Record<string, unknown>) =>
    onSearch(compareSearch({ ...search, page: undefined, ...change }));
  const onPage = (page: number) => {
    narrowed({ page });
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      <KindFilter search={search} counts={matrix.counts} />
      <div className={styles["tools"]}>
        <SearchBox label="Search tests..." value={search.q ?? ""} onChange={(q) => narrowed({ q })} />
        <NativeSelect
          aria-label="Sort by"
          data={sorts}
          value={search.sort ?? "change"}
          onChange={({ currentTarget }) => narrowed({ sort: currentTarget.value })}
        />
      </div>
      {error !== null && <ErrorPanel error={error} fallback="Failed to compare reports" onRetry={onRetry} />}
      {matrix.total === 0 ? (
        <NothingFound search={search} onAll={() => narrowed({ show: "all", q: undefined })} />
      ) : (
        <>
          <MatrixTable reports={matrix.reports} tests={matrix.tests} stale={stale} />
          <Pager page={search.page ?? 1} total={matrix.total} pageSize={matrixPageSize} onPage={onPage} />
        </>
      )}
    </>
  );
}

function NothingFound({ search: { show, q }, onAll }: { readonly search: CompareSearch; readonly onAll: () => void }) {
  const kind = matrixKinds.find((each) => each.kind === show);
  return (
    <EmptyState
      title={
        q !== undefined
          ? "No tests match your search"
          : kind === undefined
            ? "No tests changed"
            : `No tests: ${kind.label.toLowerCase()}`
      }
    >
      <p style={{ margin: 0 }}>
        {kind?.rule ?? "Every test has the same outcome in the first and the last report, and no test is much slower."}
      </p>
      <Button variant="default" onClick={onAll}>
        Show all tests
      </Button>
    </EmptyState>
  );
}
