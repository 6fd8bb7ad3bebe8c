import { Button } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconPin, IconPinFilled } from "@tabler/icons-react";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { useKeepReport } from "./retention.queries.ts";

/** Button that excludes this report from automatic cleanup. */
export function KeepToggle({ report }: { readonly report: Pick<Report, "id" | "projectId" | "kept"> }) {
  const keep = useKeepReport(report);
  return (
    <Button
      variant="default"
      aria-pressed={report.kept}
      title={
        report.kept
          ? "Automatic cleanup never deletes this report. Click to allow automatic cleanup."
          : "Never let automatic cleanup delete this report"
      }
      leftSection={report.kept ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
      loading={keep.isPending}
      onClick={() =>
        keep.mutate(!report.kept, {
          onSuccess: ({ kept }) =>
            showSuccess(kept ? "This report is kept" : "Automatic cleanup can delete this report again"),
          onError: (error) => showError(error.message),
        })
      }
    >
      {report.kept ? "Kept" : "Keep"}
    </Button>
  );
}
