import { Button, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { type FailureSearch, isNarrowed, withoutFilters } from "#lib/address/failure-search.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { Pager } from "#ui/list/pager.tsx";
import { pageSize } from "#features/failures/failures.queries.ts";

interface ListFrameProps<Row> {
  /** Query for a page of rows. */
  readonly query: {
    readonly data: { readonly data: readonly Row[]; readonly total: number } | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  /** Plural noun for the content, used in error messages, such as `the groups`. */
  readonly what: string;
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** List page with a pager, including its loading, empty and error states. */
export function ListFrame<Row>({ query, what, search, onSearch, children }: ListFrameProps<Row>) {
  const { data, error, refetch } = query;
  const page = search.page ?? 1;
  const onPage = (next: number) => {
    onSearch({ ...search, page: next > 1 ? next : undefined, group: undefined, select: undefined });
    window.scrollTo({ top: 0 });
  };
  if (data === undefined) {
    return error === null ? (
      <div aria-busy>
        <Skeleton height={640} radius="lg" animate={false} />
      </div>
    ) : (
      <ErrorPanel error={error} fallback={`Failed to load ${what}`} onRetry={() => void refetch()} />
    );
  }
  if (data.data.length === 0 && page > 1) {
    return (
      <EmptyState title={`Page ${page} does not exist`}>
        <Button variant="default" onClick={() => onPage(1)}>
          Go to the first page
        </Button>
      </EmptyState>
    );
  }
  if (data.data.length === 0) return <NoRows search={search} onSearch={onSearch} />;
  return (
    <>
      {error !== null && (
        <ErrorPanel error={error} fallback={`Failed to load ${what}`} onRetry={() => void refetch()} />
      )}
      {children(data.data)}
      <Pager page={page} total={data.total} pageSize={pageSize} onPage={onPage} />
    </>
  );
}

/** Shown if there are failures, but not in this list. */
function NoRows({ search, onSearch }: Pick<ListFrameProps<never>, "search" | "onSearch">) {
  return isNarrowed(search) ? (
    <EmptyState title="No failures match your filters">
      <Button variant="default" onClick={() => onSearch(withoutFilters(search))}>
        Clear filters
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title="No causes yet">
      <p style={{ margin: 0 }}>Failures are grouped shortly after their report is imported.</p>
    </EmptyState>
  );
}
