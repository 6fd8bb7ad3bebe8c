import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconFileTypeHtml, IconFileTypePdf, IconJson } from "@tabler/icons-react";
import { lazy, type ReactNode, type RefObject, Suspense, useState } from "react";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import type { Action } from "#ui/list/actions.tsx";
import { reportLabels } from "./export-labels.ts";
import { useExport } from "./use-export.ts";

const ExportDialog = lazy(async () => ({ default: (await import("./export-dialog.tsx")).ExportDialog }));

interface ReportExportsProps {
  readonly report: Report;
  /** Id of an export to show in the dialog. Opens the dialog. */
  readonly shown?: number | undefined;
  readonly onHide?: () => void;
  /** Renders the actions. If they are in a menu, the button of the menu gets the ref. */
  readonly children: (actions: readonly Action[], button: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/** Exports of an opened report. HTML opens the dialog, which also lists earlier exports. */
export function ReportExports({ report, shown, onHide, children }: ReportExportsProps) {
  const { running, run } = useExport();
  const [isOpen, setIsOpen] = useState(false);
  const opened = isOpen || shown !== undefined;
  const [used, setUsed] = useState(opened);
  if (opened && !used) setUsed(true);
  const button = useReturnedFocus(opened);
  const actions: readonly Action[] = [
    {
      label: "Export PDF",
      icon: IconFileTypePdf,
      loading: running.has(reportLabels.pdf),
      onClick: () => run({ reportId: report.id, format: "pdf", includeArtifacts: true }, reportLabels.pdf),
    },
    {
      label: "Export JSON",
      icon: IconJson,
      loading: running.has(reportLabels.json),
      onClick: () => run({ reportId: report.id, format: "json" }, reportLabels.json),
    },
    { label: "Export HTML", icon: IconFileTypeHtml, dialogButton: button, onClick: () => setIsOpen(true) },
  ];
  return (
    <>
      {children(actions, button)}
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
    </>
  );
}
