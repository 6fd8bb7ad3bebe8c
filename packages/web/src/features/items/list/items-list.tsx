import { Button, Skeleton } from "@mantine/core";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import {
  isNarrowedItems,
  type ItemSearch,
  itemSearch,
  usualPageSize,
  withoutItemFilters,
} from "#lib/address/item-search.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { ItemPages } from "./item-pages.tsx";
import type { ItemRowActions } from "./item-row.tsx";
import { ItemsTable } from "./items-table.tsx";

interface ItemsListProps {
  /** Query for a page of items. */
  readonly query: {
    readonly data: { readonly annotations: readonly Annotation[]; readonly total: number } | undefined;
    readonly error: Error | null;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
  readonly selected: ReadonlySet<number>;
  readonly onSelectPage: (ids: readonly number[], selected: boolean) => void;
  readonly actions: ItemRowActions;
  /** `undefined` for users who can only read. */
  readonly onCreate: (() => void) | undefined;
}

/** Page of items with a pager, including its loading, empty and error states. */
export function ItemsList({ query, search, onSearch, selected, onSelectPage, actions, onCreate }: ItemsListProps) {
  const { data, error, isPlaceholderData, refetch } = query;
  const page = search.page ?? 1;
  const failure = error !== null && (
    <ErrorPanel error={error} fallback="Failed to load annotations" onRetry={() => void refetch()} />
  );
  if (data === undefined)
    return failure === false ? (
      <div aria-busy>
        <Skeleton height={420} radius="lg" animate={false} />
      </div>
    ) : (
      failure
    );
  const onPage = (next: number) => onSearch({ ...search, page: next > 1 ? next : undefined });
  if (data.annotations.length === 0 && page > 1 && data.total > 0)
    return (
      <EmptyState title={`Page ${page} does not exist`}>
        <Button variant="default" onClick={() => onPage(1)}>
          Go to the first page
        </Button>
      </EmptyState>
    );
  if (data.annotations.length === 0)
    return isNarrowedItems(search) ? (
      <EmptyState title="No analysis items match your filters">
        <Button variant="default" onClick={() => onSearch(withoutItemFilters(search))}>
          Clear filters
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title="No analysis items yet">
        <p style={{ margin: 0 }}>
          Items track what your team should look into: a failure, a test, a report, or anything else.
        </p>
        {onCreate !== undefined && <Button onClick={onCreate}>Create item</Button>}
      </EmptyState>
    );
  const ids = data.annotations.map(({ id }) => id);
  return (
    <>
      {failure}
      <ItemsTable
        items={data.annotations}
        search={search}
        onSearch={onSearch}
        stale={isPlaceholderData}
        selected={selected}
        onSelectAll={(on) => onSelectPage(ids, on)}
        {...actions}
      />
      <ItemPages
        page={page}
        size={search.size ?? usualPageSize}
        total={data.total}
        onPage={onPage}
        onSize={(size) => onSearch({ ...search, page: undefined, size: itemSearch({ size }).size })}
      />
    </>
  );
}
