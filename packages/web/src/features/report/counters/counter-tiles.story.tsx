import type { ReportSearch } from "#lib/address/report-search.ts";
import { sampleReport } from "#lib/sample-report.ts";
import { CounterTiles } from "./counter-tiles.tsx";

const { summary } = sampleReport({}, { total: 50_000, passed: 49_000, failed: 988, skipped: 12, flaky: 31 });

export const Counted = ({ search = {} }: { readonly search?: ReportSearch }) => (
  <CounterTiles reportId={7} summary={summary} search={search} />
);

const { summary: running } = sampleReport(
  { status: "running" },
  { total: 400, passed: 130, failed: 6, errored: 1, skipped: 3, flaky: 2 },
);

export const Running = () => <CounterTiles reportId={7} summary={running} search={{}} />;
