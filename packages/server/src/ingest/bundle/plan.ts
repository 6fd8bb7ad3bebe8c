import { createHash } from "node:crypto";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { ExportedRun } from "@plumb/contract/result-event.ts";
import { nameByFiles, nameByNames } from "./suite-name.ts";
import type { Report } from "./inspect.ts";

/** Reports that form one run. */
export interface PlannedRun {
  readonly suite: string;
  /** False if neither the uploader nor a report has a suite name; the framework is used then. */
  readonly isNamed: boolean;
  readonly framework: string;
  readonly environment: string;
  /** Identifies the run: a hash of build, suite and environment, or of the files if there is no build. */
  readonly key: string;
  readonly reports: readonly Report[];
  /** Set if Plumb exported the report. Provides values that the uploader omitted. */
  readonly exported: ExportedRun | null;
  /** True if the report contains the whole run. An existing run is then not changed. */
  readonly whole: boolean;
}

/**
 * Assigns the reports of an upload to runs. With a given suite, they form one run. Otherwise, each framework has its own run, named by its reports if
 * they agree, by the common part of their names if not (a Surefire folder has a suite name per file), and by the framework otherwise. An exported
 * report is always its own run.
 */
export function planRuns(
  reports: readonly Report[],
  query: Pick<UploadQuery, "suite" | "environment" | "framework" | "build">,
): PlannedRun[] {
  const frameworkOf = (report: Report) => query.framework ?? report.run.framework ?? report.format.id;
  const exports = reports.filter(({ run }) => run.exported !== undefined);
  const others = reports.filter(({ run }) => run.exported === undefined);
  const groups = query.suite === undefined ? [...Map.groupBy(others, frameworkOf).values()] : [others];
  return [...exports.map((report) => [report]), ...groups]
    .filter((group) => group.length > 0)
    .map((group) => {
      const framework = frameworkOf(group[0] as Report);
      const names = new Set(group.map(({ run }) => run.suite));
      const named = query.suite ?? (names.size === 1 ? [...names][0] : undefined);
      const name = named ?? nameOf(group);
      const suite = name ?? nameByFiles(filesOf(group));
      const exported = group[0]?.run.exported ?? null;
      const environment = query.environment ?? exported?.environment ?? "default";
      // With another suite, environment or build, an exported report becomes a different run. A report with a single test of a run has no key either.
      const renamed = query.suite ?? query.environment ?? query.build;
      const ownKey = renamed === undefined ? (exported?.key ?? null) : null;
      const key = ownKey ?? keyOf(named ?? framework, environment, query.build, group);
      return {
        suite: suite ?? framework,
        isNamed: name !== undefined,
        framework,
        environment,
        key,
        reports: group,
        exported,
        whole: ownKey !== null,
      };
    });
}

/** Returns the common part of the suite names. */
function nameOf(group: readonly Report[]): string | undefined {
  const names = new Set(group.flatMap(({ run, hint }) => run.suite ?? hint ?? []));
  if (names.size === 1 && group.every(({ run, hint }) => (run.suite ?? hint) !== undefined)) return [...names][0];
  return nameByNames([...names]);
}

/** Returns only file names, because folders differ between machines. */
function filesOf(group: readonly Report[]): string[] {
  return group.flatMap(({ bundle }) => (bundle.kind === "file" ? [bundle.name] : []));
}

/** A guessed name is not part of the key, so that files of one build that are sent separately form one run. */
function keyOf(suite: string, environment: string, build: string | undefined, group: readonly Report[]): string {
  const identity =
    build === undefined ? ["content", ...group.map(({ bundle }) => bundle.hash).toSorted()] : ["build", build];
  return runKey(identity, suite, environment);
}

/**
 * Returns the key of a run.
 *
 * @param identity Its build, or its content if there is no build.
 */
export function runKey(identity: readonly string[], suite: string, environment: string): string {
  return createHash("sha256")
    .update(JSON.stringify([...identity, suite, environment]))
    .digest("hex");
}
