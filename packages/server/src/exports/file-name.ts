import type { ExportFormat } from "@plumb/contract/runs/exports.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";

const longest = 80;

/**
 * Returns a name such as `plumb-checkout-12.pdf`, `plumb-checkout-12-pays-by-card.pdf` for a single test, or `plumb-checkout-12-with-artifacts.zip`.
 */
export function exportFileName(
  { testSuite, number }: Pick<Report, "testSuite" | "number">,
  format: ExportFormat | "csv",
  title: string | null,
  withArtifacts = false,
): string {
  return fileName(
    [testSuite, String(number), title ?? "", withArtifacts ? "with artifacts" : ""],
    format === "html" ? "zip" : format,
  );
}

/** Returns a file name that is safe on all systems. */
export function fileName(parts: readonly string[], extension: string): string {
  return `${["plumb", ...parts.map(safe)].filter((part) => part !== "").join("-")}.${extension}`;
}

/** Keeps letters and digits of any script; everything else becomes a dash. */
function safe(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .slice(0, longest)
    .toWellFormed()
    .replaceAll("\u{FFFD}", "")
    .replaceAll(/^-+|-+$/g, "");
}
