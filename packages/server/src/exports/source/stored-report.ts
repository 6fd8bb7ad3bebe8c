import type { Readable } from "node:stream";
import type { PrintedOutput } from "@plumb/contract/runs/run-output.ts";
import type { Problem, Report } from "@plumb/contract/runs/reports.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { presentResult } from "#runs/present-result.ts";
import type { FailedRow, FailingStates } from "#runs/failing-states.ts";
import type { ExportedArtifact, ExportedResult, ReportSource } from "./report-source.ts";
import type { AppliedClass } from "@plumb/analysis/classification/applied-class.ts";
import type { StoredArtifact } from "#store/results/artifacts.ts";
import type { Position, PlacedRow, UndetailedGeneration } from "#store/exports/exported-results.ts";
import { detailReader, type StoredDetail } from "#store/results/result-detail.ts";

/** Stored results in list order. */
interface StoredPage {
  readonly generations: readonly UndetailedGeneration[];
  readonly artifacts: readonly StoredArtifact[];
  /** Details from live events of tests that have started but not ended. */
  readonly details: ReadonlyMap<number, StoredDetail | null>;
  /** Classes of failed tests. */
  readonly appliedClasses: ReadonlyMap<number, AppliedClass>;
}

/** A stored report in pages of plain data, so that a rendering thread can read it over a port. */
export interface StoredReport {
  problems(): Promise<readonly Problem[]>;
  rowsAfter(after: Position | null): Promise<readonly PlacedRow[]>;
  /** With `only`, returns these results. */
  resultsAfter(after: Position | null, only: readonly number[] | undefined): Promise<StoredPage>;
  failingStates(rows: readonly FailedRow[]): Promise<FailingStates | null>;
  /** Output of the run, a few entries at a time, because each may be a million characters long. */
  printedAfter(after: number): Promise<readonly PrintedOutput[]>;
  runFiles(): Promise<readonly ExportedArtifact[]>;
  /** Compressed block of details; `null` if it has been deleted. */
  detailBlock(detailId: number): Promise<Uint8Array | null>;
  openBlob(blobHash: string): Promise<Readable | null>;
}

export interface ReportHead {
  readonly report: Report;
  readonly projectName: string;
  readonly total: number;
  readonly resultId: number | null;
  readonly key: string;
}

/** Returns the source for renderers from a stored report. */
export function reportSource(head: ReportHead, stored: StoredReport): ReportSource {
  return {
    ...head,
    problems: () => stored.problems(),
    rows: () => eachRow(stored),
    failingStates: (rows) => stored.failingStates(rows),
    results: (only) => (only === undefined ? eachResult(stored) : inOrderOf(stored, only)),
    printed: () => eachPrinted(head, stored),
    runFiles: async () => (head.resultId === null ? stored.runFiles() : []),
    openBlob: (blobHash) => stored.openBlob(blobHash),
  };
}

async function* eachRow(stored: StoredReport): AsyncGenerator<ResultRow> {
  let page = await stored.rowsAfter(null);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page;
    page = await stored.rowsAfter(last);
  }
}

async function* eachPrinted({ resultId }: ReportHead, stored: StoredReport): AsyncGenerator<PrintedOutput> {
  if (resultId !== null) return;
  let page = await stored.printedAfter(0);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page;
    page = await stored.printedAfter(last.id);
  }
}

/** Maximum number of results in memory for sorting. */
const heldInOrder = 25;

async function* inOrderOf(stored: StoredReport, ids: readonly number[]): AsyncGenerator<ExportedResult> {
  const detailOf = detailReader((id) => stored.detailBlock(id));
  for (let from = 0; from < ids.length; from += heldInOrder) {
    const requested = ids.slice(from, from + heldInOrder);
    const found = new Map<number, ExportedResult>();
    for await (const result of eachResult(stored, detailOf, requested)) found.set(result.id, result);
    for (const id of requested) {
      const result = found.get(id);
      if (result !== undefined) yield result;
    }
  }
}

async function* eachResult(
  stored: StoredReport,
  detailOf = detailReader((id) => stored.detailBlock(id)),
  only?: readonly number[],
): AsyncGenerator<ExportedResult> {
  let page = await stored.resultsAfter(null, only);
  for (let last = page.generations.at(-1); last !== undefined; last = page.generations.at(-1)) {
    const artifactsOf = Map.groupBy(page.artifacts, ({ resultId }) => resultId);
    for (const generations of Map.groupBy(page.generations, ({ latestId }) => latestId).values()) {
      const detailed = [];
      for (const generation of generations)
        detailed.push({ ...generation, detail: page.details.get(generation.id) ?? (await detailOf(generation)) });
      const artifacts = generations.flatMap(({ id }) => artifactsOf.get(id) ?? []);
      const result = presentResult(detailed, artifacts, ({ blobHash }) => ({
        url: blobHash === null ? null : "",
        viewUrl: null,
      }));
      if (result === null) continue;
      yield {
        ...result,
        appliedClass: page.appliedClasses.get(result.id) ?? null,
        artifacts: result.artifacts.map(({ id, attempt, step, name, kind, contentType, size }, index) => {
          const { path = null, blobHash = null } = artifacts[index] ?? {};
          return { id, attempt, ...(step !== undefined && { step }), name, kind, contentType, size, path, blobHash };
        }),
      };
    }
    page = await stored.resultsAfter(last, only);
  }
}
