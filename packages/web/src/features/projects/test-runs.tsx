import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { projectStatsQuery } from "./projects.queries.ts";
import { formatCount } from "#lib/format/format.ts";

export function TestRuns({ projectId }: { readonly projectId: number }) {
  const { data, isError } = useQuery(projectStatsQuery(projectId));
  if (data !== undefined) return formatCount(data.testRuns);
  return isError ? "–" : <Skeleton component="span" display="inline-block" width={28} height={12} />;
}
