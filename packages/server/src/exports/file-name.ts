import type { ExportFormat } from "@plumb/contract/runs/exports.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";

const longest = 80;

/** `plumb-checkout-12.pdf`, of one test `plumb-checkout-12-pays-by-card.pdf`, full `plumb-checkout-12-with-artifacts.zip`. */
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

/** A name that is harmless on every system. */
export function fileName(parts: readonly string[], extension: string): string {
  return `${["plumb", ...parts.map(safe)].filter((part) => part !== "").join("-")}.${extension}`;
}

/** Letters and digits of any script; everything else becomes a dash. */
function safe(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .slice(0, longest)
    .toWellFormed()
    .replaceAll("\u{FFFD}", "")
    .replaceAll(/^-+|-+$/g, "");
}
