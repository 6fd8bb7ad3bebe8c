import { Skeleton } from "@mantine/core";
import { itemStatuses, type ItemStatus, openStatuses } from "@plumb/contract/items/item-labels.ts";
import { useQueries } from "@tanstack/react-query";
import type { ItemSearch } from "#lib/address/item-search.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import type { ItemRowActions } from "./item-row.tsx";
import { ItemsBoard } from "./items-board.tsx";
import { itemColumnQuery } from "#features/items/items.queries.ts";

interface BoardProps {
  readonly projectId: number;
  readonly search: ItemSearch;
  readonly actions: ItemRowActions;
}

/** Matching items as a board, with a column per status in the filter. */
export function BoardPanel({ projectId, search, actions }: BoardProps) {
  const statuses = boardStatuses(search.status);
  const columns = useQueries({
    queries: statuses.map((status) => itemColumnQuery(projectId, search, status)),
  });
  const failed = columns.find(({ error }) => error !== null);
  useFailureToast(failed?.error ?? null, "Failed to load annotations");
  if (failed !== undefined && failed.data === undefined)
    return (
      <ErrorPanel error={failed.error} fallback="Failed to load annotations" onRetry={() => void failed.refetch()} />
    );
  if (columns.some(({ data }) => data === undefined))
    return (
      <div aria-busy>
        <Skeleton height={360} animate={false} />
      </div>
    );
  const visible = statuses.map((status, index) => {
    const page = columns[index]?.data;
    return { status, items: page?.annotations ?? [], total: page?.total ?? 0 };
  });
  return <ItemsBoard columns={visible} search={search} {...actions} />;
}

function boardStatuses(status: ItemSearch["status"]): readonly ItemStatus[] {
  if (status === undefined) return itemStatuses;
  return status === "todo" ? openStatuses : [status];
}
