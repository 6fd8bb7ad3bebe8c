import type { Readable } from "node:stream";
import type { Problem, Report } from "@plumb/contract/runs/reports.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { presentResult } from "#runs/present-result.ts";
import type { ExportedResult, ReportSource } from "./report-source.ts";
import type { StoredArtifact } from "#store/results/artifacts.ts";
import type { Place, PlacedRow, UndetailedGeneration } from "#store/exports/exported-results.ts";
import { type StoredDetail, unpackDetails } from "#store/results/result-detail.ts";

/** Some results in the order of the list, as they are kept. */
interface StoredPage {
  readonly generations: readonly UndetailedGeneration[];
  readonly artifacts: readonly StoredArtifact[];
}

/** The stored report, in pages that are plain data: a renderer in a thread of its own reads them over a port. */
export interface StoredReport {
  problems(): Promise<readonly Problem[]>;
  rowsAfter(after: Place | null): Promise<readonly PlacedRow[]>;
  resultsAfter(after: Place | null, only: "failures" | undefined): Promise<StoredPage>;
  /** A packed block of details; null if it is gone. */
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

/** The last blocks stay unpacked: neighbours in the list mostly lie in the same one. */
const blocksHeld = 3;

/** The source that renderers read, over the report as it is kept. */
export function reportSource(head: ReportHead, stored: StoredReport): ReportSource {
  return {
    ...head,
    problems: () => stored.problems(),
    rows: () => eachRow(stored),
    results: (only) => eachResult(stored, only),
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

async function* eachResult(stored: StoredReport, only: "failures" | undefined): AsyncGenerator<ExportedResult> {
  const blocks = new Map<number, StoredDetail[]>();
  const detailOf = async ({ detailId, detailSlot }: UndetailedGeneration): Promise<StoredDetail | null> => {
    if (detailId === null || detailSlot === null) return null;
    const held = blocks.get(detailId);
    if (held !== undefined) return held[detailSlot] ?? null;
    const packed = await stored.detailBlock(detailId);
    const block = packed === null ? [] : unpackDetails(packed);
    const oldest = blocks.size < blocksHeld ? undefined : blocks.keys().next().value;
    if (oldest !== undefined) blocks.delete(oldest);
    blocks.set(detailId, block);
    return block[detailSlot] ?? null;
  };
  let page = await stored.resultsAfter(null, only);
  for (let last = page.generations.at(-1); last !== undefined; last = page.generations.at(-1)) {
    const artifactsOf = Map.groupBy(page.artifacts, ({ resultId }) => resultId);
    for (const generations of Map.groupBy(page.generations, ({ latestId }) => latestId).values()) {
      const detailed = [];
      for (const generation of generations) detailed.push({ ...generation, detail: await detailOf(generation) });
      const artifacts = generations.flatMap(({ id }) => artifactsOf.get(id) ?? []);
      const result = presentResult(detailed, artifacts, ({ blobHash }) => ({
        url: blobHash === null ? null : "",
        viewUrl: null,
      }));
      if (result === null) continue;
      yield {
        ...result,
        artifacts: result.artifacts.map(({ id, attempt, name, kind, contentType, size }, index) => {
          const { path = null, blobHash = null } = artifacts[index] ?? {};
          return { id, attempt, name, kind, contentType, size, path, blobHash };
        }),
      };
    }
    page = await stored.resultsAfter(last, only);
  }
}
