import type { Report } from "@plumb/contract/runs/reports.ts";

const labels = new Map([
  ["commitAuthor", "Commit author"],
  ["commitSubject", "Commit subject"],
  ["commitUrl", "Commit link"],
  ["buildUrl", "Build link"],
  ["pullRequestTitle", "Pull request"],
  ["pullRequestUrl", "Pull request link"],
  ["operatingSystem", "Operating system"],
  ["startedLocalTime", "Started (local time, no zone)"],
  ["platform", "Platform"],
  ["hostname", "Host"],
  ["java", "Java"],
  ["go", "Go"],
  ["workers", "Workers"],
  ["playwrightVersion", "Playwright"],
  ["branch", "Branch"],
  ["commit", "Commit"],
]);

type Named = Pick<Report, "branch" | "commit" | "metadata">;

/** Returns additional facts about a run with readable names. */
export function runMetadata(report: Named): readonly (readonly [name: string, value: string])[] {
  const visible = new Set([report.branch, report.commit]);
  return Object.entries(report.metadata)
    .filter(
      ([name, value]) => name !== "startedFrom" && !((name === "branch" || name === "commit") && visible.has(value)),
    )
    .map(([name, value]) => [labels.get(name) ?? name, value]);
}
