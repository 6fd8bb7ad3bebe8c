import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { LabelLine } from "@plumb/contract/failures/labels.ts";
import { subClassNamed } from "#failures/verdict.ts";
import type { Db } from "#store/db.ts";
import { errorsOfLabelledCauses, type LabelledError, labelledFailures } from "#store/failures/labels.ts";

/** Project whose labels are exported. */
export interface LabelledProject {
  readonly id: number;
  readonly name: string;
}

/** Writes the classes that users assigned as lines of JSON, and ends `out`. */
export async function writeLabels(
  out: Writable,
  db: Db,
  projects: readonly LabelledProject[],
  signal: AbortSignal,
): Promise<void> {
  await pipeline(Readable.from(lines(db, projects), { highWaterMark: 1 }), out, { signal });
}

async function* lines(db: Db, projects: readonly LabelledProject[]): AsyncGenerator<string> {
  for (const project of projects) {
    for await (const error of errorsOfLabelledCauses(db, project.id)) yield lineOf(project, `error-${error.id}`, error);
    for await (const error of labelledFailures(db, project.id)) yield lineOf(project, `failure-${error.id}`, error);
  }
}

function lineOf(project: LabelledProject, id: string, error: LabelledError): string {
  const suites = error.titlePath?.slice(0, -1).join(" › ");
  const line: LabelLine = {
    id: `project-${project.id}-${id}`,
    projectKey: `${project.id} ${project.name}`,
    framework: error.framework,
    format: error.framework,
    testName: error.title,
    suiteName: suites === undefined || suites === "" ? null : suites,
    file: error.file,
    errorMessage: error.message,
    stackTrace: error.stack,
    attachmentsText: error.page,
    label: error.class,
    subCode: error.subClass,
    subClass: subClassNamed(error.subClass)?.name ?? null,
  };
  return `${JSON.stringify(line)}\n`;
}
