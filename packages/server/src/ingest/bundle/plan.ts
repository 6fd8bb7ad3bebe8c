import { createHash } from "node:crypto";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { ExportedRun } from "@plumb/contract/result-event.ts";
import { nameByFiles, nameByNames } from "#ingest/bundle/suite-name.ts";
import type { Report } from "#ingest/bundle/inspect.ts";

/** Reports that make one run. */
export interface PlannedRun {
  readonly suite: string;
  /** False if neither the uploader nor a report has a suite name; the framework is used then. */
  readonly isNamed: boolean;
  readonly framework: string;
  readonly environment: string;
  /** Same key, same run: hash of build, suite and environment, or of the files themselves if there is no build. */
  readonly key: string;
  readonly reports: readonly Report[];
  /** Set if Plumb exported the report: it fills in values that the uploader omitted. */
  readonly exported: ExportedRun | null;
  /** The report is the whole run: an existing run is not changed. */
  readonly whole: boolean;
}

/**
 * Decides which runs the reports of an upload belong to. A given suite contains all; otherwise each framework has
 * its own run, named by its reports if they agree, by the common part of their names if not (a Surefire folder has a
 * suite name per file), and by the framework otherwise. An exported report is always its own run.
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
      const told = named ?? nameOf(group);
      const suite = told ?? nameByFiles(filesOf(group));
      const exported = group[0]?.run.exported ?? null;
      const environment = query.environment ?? exported?.environment ?? "default";
      // With another name it is another report. One test of a report is also a different report.
      const renamed = query.suite ?? query.environment ?? query.build;
      const ownKey = renamed === undefined ? (exported?.key ?? null) : null;
      const key = ownKey ?? keyOf(named ?? framework, environment, query.build, group);
      return {
        suite: suite ?? framework,
        isNamed: told !== undefined,
        framework,
        environment,
        key,
        reports: group,
        exported,
        whole: ownKey !== null,
      };
    });
}

/** From what the names of the reports share. */
function nameOf(group: readonly Report[]): string | undefined {
  const names = new Set(group.flatMap(({ run, hint }) => run.suite ?? hint ?? []));
  if (names.size === 1 && group.every(({ run, hint }) => (run.suite ?? hint) !== undefined)) return [...names][0];
  return nameByNames([...names]);
}

/** A folder differs between machines; only file names are meaningful. */
function filesOf(group: readonly Report[]): string[] {
  return group.flatMap(({ bundle }) => (bundle.kind === "file" ? [bundle.name] : []));
}

/** A guessed name is not part of it: files of one build that are sent one by one stay one run. */
function keyOf(suite: string, environment: string, build: string | undefined, group: readonly Report[]): string {
  const identity =
    build === undefined ? ["content", ...group.map(({ bundle }) => bundle.hash).toSorted()] : ["build", build];
  return runKey(identity, suite, environment);
}

/** Returns the key of a run. @param identity Its build, or its content without a build. */
export function runKey(identity: readonly string[], suite: string, environment: string): string {
  return createHash("sha256")
    .update(JSON.stringify([...identity, suite, environment]))
    .digest("hex");
}
