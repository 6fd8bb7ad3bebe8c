import { readFileSync } from "node:fs";
import type { LabelledFailure } from "@plumb/analysis/classification/cross-validation.ts";
import { pageSnapshotIn } from "@plumb/analysis/errors/recorded-state.ts";
import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";

/** Line of a file with labelled failures. Further fields are ignored. */
interface Line {
  readonly framework?: string | null;
  readonly testName?: string;
  readonly errorMessage: string;
  readonly stackTrace?: string | null;
  readonly label: string;
  readonly confidence?: "high" | "medium" | "low";
  readonly sourceKey?: string;
  /** Project of a failure in an export of `plumb admin export-labels`. */
  readonly projectKey?: string;
  readonly format?: string;
  readonly suiteName?: string | null;
  readonly file?: string | null;
  readonly attachmentsText?: string | null;
}

/** A failure with the fields of its report. */
export interface ReportedLabelledFailure extends LabelledFailure {
  readonly report: {
    readonly format: string;
    readonly testName: string;
    readonly suiteName: string;
    readonly file: string;
    readonly message: string;
    readonly stack: string;
    /** Output of the test or snapshot of the page. */
    readonly attached: string;
  };
}

const weights = { high: 1, medium: 0.8, low: 0.4 };

/**
 * Reads failures with their classes, one JSON object per line. `sourceKey` groups failures of one owner and `projectKey` those of one project, because
 * they resemble each other.
 */
export function labelledFailures(file: string): ReportedLabelledFailure[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((text, index) => {
      const line = JSON.parse(text) as Line;
      if (!failureClasses.includes(line.label as FailureClass))
        throw new Error(
          `Line ${index + 1} of ${file} has the label ${line.label}, which is none of ${failureClasses.join(", ")}.`,
        );
      return {
        message: line.errorMessage,
        stack: line.stackTrace ?? null,
        framework: line.framework ?? null,
        title: line.testName ?? "",
        class: line.label as FailureClass,
        weight: weights[line.confidence ?? "high"],
        page: pageSnapshotIn(line.attachmentsText ?? ""),
        report: {
          format: line.format ?? "junit",
          testName: line.testName ?? "",
          suiteName: line.suiteName ?? "",
          file: line.file ?? "",
          message: line.errorMessage,
          stack: line.stackTrace ?? "",
          attached: line.attachmentsText ?? "",
        },
        source: sourceOf(line, `${file} ${index}`),
      };
    });
}

/** Projects of different files can have the same key, because an export has the ids of its server, but then they are only trained and tested together. */
function sourceOf({ sourceKey, projectKey }: Line, fallback: string): string {
  if (sourceKey !== undefined) return sourceKey.split("/", 1)[0] ?? "";
  return projectKey === undefined ? fallback : `project ${projectKey}`;
}
