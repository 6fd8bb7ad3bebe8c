import type { QueryClient } from "@tanstack/react-query";

export const noArtifacts = "No artifacts available in this report";

/** Returns how many artifacts the report has; 0 if unknown. */
export async function artifactCount(client: QueryClient, reportId: number): Promise<number> {
  const { sizeEstimatesQuery } = await import("./exports.queries.ts");
  return client.fetchQuery(sizeEstimatesQuery(reportId)).then(
    ({ full }) => full.artifactCount,
    () => 0,
  );
}
