import { Button } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconFileTypeHtml, IconFileTypePdf, IconJson } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { reportLabels } from "./export-labels.ts";
import styles from "./exports.module.css";
import { useExport } from "./use-export.ts";

const ExportDialog = lazy(async () => ({ default: (await import("./export-dialog.tsx")).ExportDialog }));

interface ReportExportButtonsProps {
  readonly report: Report;
  /** Id of an export to show in the dialog. Opens the dialog. */
  readonly shown?: number | undefined;
  readonly onHide?: () => void;
}

/** Export buttons of an opened report. The HTML button opens the dialog, which also lists earlier exports. */
export function ReportExportButtons({ report, shown, onHide }: ReportExportButtonsProps) {
  const { running, run } = useExport();
  const [isOpen, setIsOpen] = useState(false);
  const opened = isOpen || shown !== undefined;
  const [used, setUsed] = useState(opened);
  if (opened && !used) setUsed(true);
  const button = useReturnedFocus(opened);
  return (
    <fieldset aria-label="Export" className={styles["buttons"]}>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        loading={running.has(reportLabels.pdf)}
        onClick={() => run({ reportId: report.id, format: "pdf", includeArtifacts: true }, reportLabels.pdf)}
      >
        Export PDF
      </Button>
      <Button
        variant="default"
        leftSection={<IconJson size={16} aria-hidden />}
        loading={running.has(reportLabels.json)}
        onClick={() => run({ reportId: report.id, format: "json" }, reportLabels.json)}
      >
        Export JSON
      </Button>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconFileTypeHtml size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Export HTML
      </Button>
      {used && (
        <Suspense>
          <ExportDialog
            report={report}
            opened={opened}
            shown={shown}
            onClose={() => {
              setIsOpen(false);
              onHide?.();
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
