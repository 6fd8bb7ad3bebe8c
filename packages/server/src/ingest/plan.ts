import { createHash } from "node:crypto";
import type { UploadQuery } from "@plumb/contract/ingest.ts";
import type { Inspected } from "#ingest/inspect.ts";

export type Report = Extract<Inspected, { kind: "report" }>;

/** Reports that make one run. */
export interface PlannedRun {
  readonly suite: string;
  readonly framework: string;
  readonly environment: string;
  /** Same key, same run: hash of build, suite and environment, or of the files themselves where there is no build. */
  readonly key: string;
  readonly reports: readonly Report[];
}

/**
 * Which runs the reports of one upload make. A given suite takes them all; otherwise each framework is a run of its
 * own, named by its reports where they agree and by the framework where they do not (a Surefire folder has a suite name
 * in each file).
 */
export function planRuns(
  reports: readonly Report[],
  query: Pick<UploadQuery, "suite" | "environment" | "framework" | "build">,
): PlannedRun[] {
  const frameworkOf = (report: Report) => query.framework ?? report.run.framework ?? report.format.id;
  const groups = query.suite === undefined ? [...Map.groupBy(reports, frameworkOf).values()] : [reports];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => {
      const framework = frameworkOf(group[0] as Report);
      const names = new Set(group.map(({ run }) => run.suite));
      const named = names.size === 1 ? [...names][0] : undefined;
      const suite = query.suite ?? named ?? framework;
      const environment = query.environment ?? "default";
      return { suite, framework, environment, key: keyOf(suite, environment, query.build, group), reports: group };
    });
}

function keyOf(suite: string, environment: string, build: string | undefined, group: readonly Report[]): string {
  const identity =
    build === undefined ? ["content", ...group.map(({ file }) => file.hash).toSorted()] : ["build", build];
  return createHash("sha256")
    .update(JSON.stringify([...identity, suite, environment]))
    .digest("hex");
}
