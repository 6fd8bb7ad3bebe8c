import { ActionIcon } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconFileTypeHtml, IconFileTypePdf, IconFileZip, IconJson } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { artifactCount, noArtifacts } from "./artifact-count.ts";
import { reportLabels } from "./export-labels.ts";
import styles from "./exports.module.css";
import { useExport } from "./use-export.ts";

const kinds = [
  { kind: "pdf", label: "Export PDF", icon: IconFileTypePdf, format: "pdf" },
  { kind: "json", label: "Export JSON", icon: IconJson, format: "json" },
  { kind: "html", label: "Export HTML (no artifacts)", icon: IconFileTypeHtml, format: "html" },
  { kind: "htmlWithArtifacts", label: "Export HTML with artifacts", icon: IconFileZip, format: "html" },
] as const;

/** Icons for the four exports of a report on its card. Loads the number of artifacts on first use. */
export function ReportExportIcons({ report }: { readonly report: Report }) {
  const { running, run } = useExport();
  const client = useQueryClient();
  const [artifacts, setArtifacts] = useState<number | null>(null);
  const count = async () => {
    const counted = await artifactCount(client, report.id);
    setArtifacts(counted);
    return counted;
  };
  const reach = () => {
    if (artifacts === null) void count();
  };
  return (
    <fieldset className={styles["icons"]} aria-label={`Export ${report.testSuite} #${report.number}`}>
      {kinds.map(({ kind, label, icon: Icon, format }) => {
        const full = kind === "htmlWithArtifacts";
        const barred = full && artifacts === 0;
        const click = async () => {
          if (full && (artifacts ?? (await count())) === 0) return;
          run({ reportId: report.id, format, includeArtifacts: full }, reportLabels[kind]);
        };
        return (
          <ActionIcon
            key={kind}
            variant="subtle"
            color="gray"
            size="md"
            title={barred ? noArtifacts : label}
            aria-label={barred ? `${label}: ${noArtifacts}` : label}
            loading={running.has(reportLabels[kind])}
            onClick={() => void click()}
            {...(full && { onPointerEnter: reach, onFocus: reach })}
            {...(barred && { "aria-disabled": true, "data-disabled": true })}
          >
            <Icon size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        );
      })}
    </fieldset>
  );
}
