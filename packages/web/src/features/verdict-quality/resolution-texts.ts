import type { WithoutComparison } from "@plumb/contract/failures/resolutions.ts";
import type { ResolutionKind } from "@plumb/contract/failures/resolution-kinds.ts";

export const kindTexts: Readonly<Record<ResolutionKind, string>> = {
  test: "Only test code changed",
  "unrelated-test": "Only test code changed that the error does not mention",
  application: "Only application code changed",
  configuration: "Only configuration changed",
  data: "Only test data changed",
  "configuration-and-data": "Only configuration and test data changed",
  nothing: "Nothing changed",
};

export const reasonTexts: Readonly<Record<WithoutComparison, string>> = {
  failing: "Still failing, or not run since",
  flaky: "Always passed on retry",
  "unknown-commits": "Commits or changed files not known",
  rewritten: "History was rewritten",
  "pull-request": "Run or commits of a pull request",
  mixed: "Several kinds of files changed",
  "unknown-paths": "Changed files without a class",
  unclassified: "No class by the engine",
};

/** Formats `2030-01` as "January 2030". */
export function monthText(month: string): string {
  return new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
