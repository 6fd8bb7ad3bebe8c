import { trendViews } from "@plumb/contract/trends/trend-views.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type TrendSearch, viewOfTrends } from "#lib/address/trend-search.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { PageViews } from "#ui/views/page-views.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { useExplainedDips } from "./explained-dips.ts";
import {
  trendDataQuery,
  trendEventsQuery,
  trendPartsQuery,
  trendSummaryQuery,
  useCreateEvent,
  useDeleteEvent,
  useLiveTrends,
} from "./trends.queries.ts";
import { TrendsView } from "./trends-view.tsx";
import { runOptionsQuery } from "#lib/api/run-options.ts";

interface TrendsPanelProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly search: TrendSearch;
  readonly onSearch: (search: TrendSearch) => void;
  /** Links to the other views of the trends. */
  readonly views?: ReactNode;
}

/** Trends of a project's runs with the filters in the URL. Updates live. */
export function TrendsPanel({ projectId, mayTriage, search, onSearch, views }: TrendsPanelProps) {
  const summary = useQuery(trendSummaryQuery(projectId, search));
  const data = useQuery(trendDataQuery(projectId, search));
  const parts = useQuery(trendPartsQuery(projectId, search));
  const options = useQuery(runOptionsQuery(projectId));
  const queryClient = useQueryClient();
  const events = useQuery(trendEventsQuery(projectId, search));
  const create = useCreateEvent(projectId);
  const { mutate: remove } = useDeleteEvent(projectId);
  const [adding, setAdding] = useState(false);
  useLiveTrends(projectId);
  const dips = useExplainedDips(projectId, { data: data.data, events: events.data?.data ?? [], search });
  const failed = [summary, data, parts, events].find(({ isError }) => isError);
  const error = failed?.error ?? null;
  useFailureToast(error, "Failed to load trend data");
  return (
    <>
      <TrendsView
        summary={summary.data}
        data={data.data}
        parts={parts.data}
        options={options.data}
        onFind={(part) => queryClient.fetchQuery(runOptionsQuery(projectId, part))}
        events={events.data?.data ?? []}
        dips={dips}
        totalEvents={events.data?.total ?? 0}
        stale={summary.isPlaceholderData || data.isPlaceholderData}
        error={error}
        onRetry={() => {
          for (const query of [summary, data, parts, options, events]) if (query.isError) void query.refetch();
        }}
        search={search}
        onSearch={onSearch}
        eventActions={
          mayTriage
            ? {
                onAdd: () => {
                  create.reset();
                  setAdding(true);
                },
                onDelete: (event) => remove(event),
              }
            : undefined
        }
        views={views}
        savedViews={
          <PageViews
            projectId={projectId}
            endpoints={trendViews}
            search={viewOfTrends(search)}
            canonical={viewOfTrends}
            onSearch={onSearch}
          />
        }
      />
      {adding && (
        <EventDialog
          environments={options.data?.environments ?? []}
          error={create.error}
          saving={create.isPending}
          onSave={(event) => create.mutate(event, { onSuccess: () => setAdding(false) })}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
