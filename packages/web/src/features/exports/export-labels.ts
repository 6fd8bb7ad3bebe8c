import type { ExportFormat } from "@plumb/contract/runs/exports.ts";

/** Messages while an export is being created, after the download, and after an error. */
export interface ExportLabels {
  readonly going: string;
  readonly done: string;
  readonly failed: string;
}

export const reportLabels: Readonly<Record<"pdf" | "json" | "html" | "htmlWithArtifacts", ExportLabels>> = {
  pdf: {
    going: "Generating PDF report...",
    done: "PDF report downloaded successfully!",
    failed: "Failed to export PDF report",
  },
  json: {
    going: "Generating JSON report...",
    done: "JSON report downloaded successfully!",
    failed: "Failed to export JSON report",
  },
  html: {
    going: "Generating HTML report...",
    done: "HTML report export generated successfully!",
    failed: "Failed to export HTML report",
  },
  htmlWithArtifacts: {
    going: "Generating HTML report with artifacts...",
    done: "HTML report with artifacts generated successfully!",
    failed: "Failed to export HTML report with artifacts",
  },
};

/** Returns the messages of the export dialog, which uses the names lite and full. */
export function dialogLabels(full: boolean): ExportLabels {
  return full
    ? { ...reportLabels.htmlWithArtifacts, failed: "Failed to export full report" }
    : { ...reportLabels.html, failed: "Failed to export lite report" };
}

const formatNames = { pdf: "PDF", json: "JSON", html: "HTML" } as const;

export function testLabels(format: ExportFormat): ExportLabels {
  const name = formatNames[format];
  return {
    going: `Generating ${name} for test case...`,
    done: `Test case ${name} downloaded successfully!`,
    failed: `Failed to export test case as ${name}`,
  };
}

/** Returns the message for a failed export without a reason. */
export function failureOf({ format }: { readonly format: ExportFormat }): string {
  return format === "html" ? reportLabels.html.failed : `Failed to export ${formatNames[format]}`;
}

export function downloadFailureOf({ format }: { readonly format: ExportFormat }): string {
  return `Failed to download ${format === "html" ? "HTML report" : formatNames[format]} export`;
}

/** Returns the name of the kind, such as `PDF` or `HTML with artifacts`. */
export function exportKind({ format, includeArtifacts }: { format: ExportFormat; includeArtifacts: boolean }): string {
  return format === "html" && includeArtifacts ? "HTML with artifacts" : formatNames[format];
}
