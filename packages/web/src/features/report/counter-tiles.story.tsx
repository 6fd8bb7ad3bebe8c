import type { ResultFilter } from "@plumb/contract/results.ts";
import { CounterTiles } from "./counter-tiles.tsx";
import { sampleReport } from "#lib/sample-report.ts";

const { summary } = sampleReport({}, { total: 50_000, passed: 49_000, failed: 988, skipped: 12, flaky: 31 });

interface Given {
  readonly selected?: ResultFilter;
  readonly q?: string;
}

export const Counted = ({ selected, q }: Given) => (
  <CounterTiles reportId={7} summary={summary} selected={selected} q={q} />
);
