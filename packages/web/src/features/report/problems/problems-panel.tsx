import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { ProblemsNotice } from "./problems-notice.tsx";
import { problemsQuery } from "#features/report/report.queries.ts";

/** Loads a report's problems, if it has any. */
export function ProblemsPanel({ reportId, count }: { readonly reportId: number; readonly count: number }) {
  const problems = useQuery(problemsQuery(reportId, count));
  if (count === 0) return null;
  if (problems.isError) {
    return <ErrorPanel error={problems.error} fallback="Failed to load the problems of this report" />;
  }
  return <ProblemsNotice count={count} problems={problems.data} />;
}
