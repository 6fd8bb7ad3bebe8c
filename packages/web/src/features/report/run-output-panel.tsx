import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { runOutputQuery } from "./report.queries.ts";
import { RunOutputNotice } from "./run-output-notice.tsx";

/** Loads the output outside tests when the notice is opened. */
export function RunOutputPanel({ reportId, count }: { readonly reportId: number; readonly count: number }) {
  const [requested, setRequested] = useState(false);
  const { data, error, refetch } = useQuery({ ...runOutputQuery(reportId, count), enabled: requested });
  if (count === 0) return null;
  if (error !== null && data === undefined) {
    const fallback = "Failed to load the output of this report";
    return <ErrorPanel error={error} fallback={fallback} onRetry={() => void refetch()} />;
  }
  return <RunOutputNotice count={count} output={data} onOpen={() => setRequested(true)} />;
}
