import { Skeleton } from "@mantine/core";
import { readWeek, type WeekFilter } from "@plumb/contract/trends/week.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { subtitleOf, WeekContent } from "./week-view.tsx";

type SharedFilter = Pick<WeekFilter, "week" | "timeZone" | "suite" | "owner">;

/** A week for the reader of a share link, with the filters of the link. */
export function SharedWeek({ filter }: { readonly filter: SharedFilter }) {
  const { week, timeZone, suite, owner } = filter;
  const { data, error, refetch } = useQuery({
    queryKey: ["shared-week", filter],
    queryFn: async ({ signal }) => (await api.call(readWeek, { query: { week, timeZone, suite, owner }, signal })).data,
  });
  return (
    <>
      <PageHeader title="Quality of the week" {...(data !== undefined && { subtitle: subtitleOf(data) })} />
      {error !== null && <ErrorPanel error={error} fallback="Failed to load the week" onRetry={() => void refetch()} />}
      {data !== undefined && <WeekContent week={data} stale={false} search={{}} />}
      {data === undefined && error === null && <Skeleton height={480} animate={false} />}
    </>
  );
}
