import { Modal, Skeleton, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { refusalText } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError } from "#ui/feedback/toast.ts";
import { ExportChoice } from "./export-choice.tsx";
import { dialogLabels } from "./export-labels.ts";
import { ExportsList } from "./exports-list.tsx";
import styles from "./exports.module.css";
import { exportsQuery, sizeEstimatesQuery, useRemoveExport } from "./exports.queries.ts";
import { downloadExport, exportAndSave } from "./run-export.ts";

interface ExportDialogProps {
  readonly report: Report;
  readonly opened: boolean;
  /** Export that the link refers to. */
  readonly shown: number | undefined;
  readonly onClose: () => void;
}

/** HTML exports with their sizes, and a list of earlier exports of the report. */
export function ExportDialog({ report, opened, shown, onClose }: ExportDialogProps) {
  const narrow = useMediaQuery("(width < 48em)");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Export HTML report"
      fullScreen={narrow}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
      size={680}
    >
      <Choice report={report} onChosen={onClose} />
      <h3 className={styles["listed"]}>Exports of this report</h3>
      <Listed reportId={report.id} shown={shown} />
    </Modal>
  );
}

function Choice({ report, onChosen }: { readonly report: Report; readonly onChosen: () => void }) {
  const { data, error } = useQuery(sizeEstimatesQuery(report.id));
  useEffect(() => {
    if (error !== null) showError(refusalText(error, "Failed to calculate export sizes"));
  }, [error]);
  const choose = (full: boolean) => {
    onChosen();
    void exportAndSave({ reportId: report.id, format: "html", includeArtifacts: full }, dialogLabels(full));
  };
  return <ExportChoice sizes={error === null ? data : null} onChoose={choose} />;
}

function Listed({ reportId, shown }: { readonly reportId: number; readonly shown: number | undefined }) {
  const { data, error, refetch } = useQuery(exportsQuery(reportId));
  const remove = useRemoveExport(reportId);
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={120} aria-label="Loading exports" animate={false} />
    ) : (
      <ErrorPanel error={error} fallback="Failed to list HTML exports" onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      {remove.isError && (
        <Text c="var(--failed-ink)" role="alert" mb="xs">
          {refusalText(remove.error, "Failed to delete HTML export")}
        </Text>
      )}
      <ExportsList
        exports={data}
        shown={shown}
        busy={remove.isPending ? remove.variables.exportId : null}
        onRemove={(one) => remove.mutate(one)}
        onDownload={(one) => void downloadExport(one)}
      />
    </>
  );
}
