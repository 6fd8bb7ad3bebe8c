import type { ReportSearch } from "#lib/address/report-search.ts";
import { sampleReport } from "#lib/sample-report.ts";
import { CounterTiles } from "./counter-tiles.tsx";

const { summary } = sampleReport({}, { total: 50_000, passed: 49_000, failed: 988, skipped: 12, flaky: 31 });

export const Counted = ({ search = {} }: { readonly search?: ReportSearch }) => (
  <CounterTiles reportId={7} summary={summary} search={search} />
);
