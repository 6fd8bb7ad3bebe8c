import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconPin, IconPinFilled } from "@tabler/icons-react";
import type { Action } from "#ui/list/actions.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { useKeepReport } from "./retention.queries.ts";

/** Returns the action that excludes a report from automatic cleanup, or includes it again. */
export function useKeepAction(report: Pick<Report, "id" | "projectId" | "kept">): Action {
  const keep = useKeepReport(report);
  return {
    label: report.kept ? "Stop keeping" : "Keep",
    title: report.kept
      ? "Automatic cleanup never deletes this report. Click to allow automatic cleanup."
      : "Never let automatic cleanup delete this report",
    icon: report.kept ? IconPinFilled : IconPin,
    loading: keep.isPending,
    onClick: () =>
      keep.mutate(!report.kept, {
        onSuccess: ({ kept: isKept }) =>
          showSuccess(isKept ? "This report is kept" : "Automatic cleanup can delete this report again"),
        onError: (error) => showError(error.message),
      }),
  };
}
