import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GateFailure, GateReport } from "@plumb/contract/runs/gate.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import type { CliContext } from "#core/cli-context.ts";
import { fingerprintsOf } from "#failures/formats.ts";
import { type LocatedFailure, locatedFailures } from "#failures/located-failures.ts";
import { repositoryPaths } from "#failures/repository-paths.ts";

export const annotateFlag =
  "mark the failed lines in the CI system: GitHub, Azure Pipelines, or a code quality report for GitLab";

/** GitHub shows this many errors, and as many warnings, per step. */
const maxPerLevel = 10;
/** File name that GitLab's documentation uses. */
const codeQualityFile = "gl-code-quality-report.json";

/** Marks the failures that count on their lines, where the CI system supports it. Known failures are warnings. */
export async function annotate(
  reports: readonly { readonly report: GateReport; readonly tests: readonly GateFailure[] }[],
  context: CliContext,
): Promise<void> {
  const { env, cwd, stdout, stderr } = context;
  const findPath = await repositoryPaths(cwd);
  const failures = reports.flatMap(({ report, tests }) => locatedFailures(report, tests, findPath));
  if (env["GITHUB_ACTIONS"] === "true") for (const line of lines(failures, githubCommand)) stdout.write(`${line}\n`);
  else if (env["TF_BUILD"]) for (const line of lines(failures, azureCommand)) stdout.write(`${line}\n`);
  else if (env["GITLAB_CI"] === "true") {
    const issues = codeQuality(failures);
    await writeFile(join(cwd, codeQualityFile), `${JSON.stringify(issues, null, 2)}\n`);
    stderr.write(`${counted(issues.length, "failure")} written to ${codeQualityFile}.\n`);
  } else
    stderr.write("--annotate has no effect here: this is neither GitHub Actions, GitLab CI nor Azure Pipelines.\n");
}

type Level = "error" | "warning";

function levelOf({ state }: LocatedFailure): Level {
  return state === "known" ? "warning" : "error";
}

function lines(failures: readonly LocatedFailure[], command: (failure: LocatedFailure) => string): string[] {
  const limited = (level: Level) => failures.filter((failure) => levelOf(failure) === level).slice(0, maxPerLevel);
  return [...limited("error"), ...limited("warning")].map(command);
}

/** @param percent Escaped percent sign, which differs between the systems. */
function escaped(text: string, percent: string): string {
  return text.replaceAll("%", percent).replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands, escaped as in `@actions/core`. */
function githubCommand(failure: LocatedFailure): string {
  const { file, line, column, name, message } = failure;
  const properties = [
    ...(file === null ? [] : [["file", file]]),
    ...(line === null ? [] : [["line", String(line)]]),
    ...(column === null ? [] : [["col", String(column)]]),
    ["title", name],
  ];
  const property = (text: string) => escaped(text, "%25").replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${levelOf(failure)} ${properties.map(([key, value]) => `${key}=${property(value ?? "")}`).join(",")}::${escaped(message, "%25")}`;
}

/** https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands, escaped as in `azure-pipelines-task-lib`. */
function azureCommand(failure: LocatedFailure): string {
  const { file, line, column, name, message } = failure;
  const property = (text: string) => escaped(text, "%AZP25").replaceAll("]", "%5D").replaceAll(";", "%3B");
  const properties = [
    ["type", levelOf(failure)],
    ...(file === null ? [] : [["sourcepath", file]]),
    ...(line === null ? [] : [["linenumber", String(line)]]),
    ...(column === null ? [] : [["columnnumber", String(column)]]),
  ];
  return `##vso[task.logissue ${properties.map(([key, value]) => `${key}=${property(value ?? "")};`).join("")}]${escaped(`${name}: ${message}`, "%AZP25")}`;
}

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format. GitLab requires a path for each issue. */
function codeQuality(failures: readonly LocatedFailure[]): object[] {
  const fingerprints = fingerprintsOf(failures);
  return failures.flatMap((failure, index) => {
    const { file, line, name, message } = failure;
    if (file === null) return [];
    return [
      {
        description: `${name}: ${message}`,
        check_name: "test-failure",
        fingerprint: fingerprints[index],
        severity: levelOf(failure) === "error" ? "major" : "minor",
        location: { path: file, lines: { begin: line ?? 1 } },
      },
    ];
  });
}
