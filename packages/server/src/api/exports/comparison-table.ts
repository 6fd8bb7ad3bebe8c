import type { MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import type { exportComparisonCsv } from "@plumb/contract/runs/list-csv.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import type { z } from "zod";
import { comparedReports } from "#api/compare/compare.ts";
import { ApiError } from "#core/api-error.ts";
import { type Columns, type Table, tableOf } from "#exports/csv/list-csv.ts";
import { allComparedTests } from "#read-models/results/comparison/compared-tests.ts";
import type { ResultIndex } from "#read-models/results/result-index.ts";

/** Reports from the base to the head, with filter and order of their tests. */
export type ComparisonQuery = z.output<(typeof exportComparisonCsv)["query"]>;

const testsPerPage = 5000;

const testColumns: Columns<MatrixTest> = [
  ["testId", ({ testId }) => testId],
  ["file", ({ file }) => file],
  ["titlePath", ({ titlePath }) => titlePath.join(" › ")],
  ["variant", ({ variant }) => variant],
  ["occurrence", ({ occurrence }) => occurrence],
  ["kinds", ({ kinds }) => kinds.join(", ")],
  ["slowdown", ({ slowdown }) => slowdown],
];

/** A line per test, with status, duration and error in each report. Refuses deleted reports and those of another project. */
export async function comparisonTable(
  resultIndex: ResultIndex,
  projectId: number,
  { base, between, head, show, search, sortBy, sortOrder }: ComparisonQuery,
  origin: string,
): Promise<Table> {
  const reportIds = [base, ...between, head];
  if (new Set(reportIds).size < reportIds.length) throw new ApiError("invalid", "Choose each report once");
  const reports = await comparedReports(resultIndex.db, projectId, reportIds);
  const request = { projectId, runIds: reportIds, show, words: searchWords(search), sortBy, sortOrder };
  const url = ({ testId }: MatrixTest) => `${origin}/tests/${testId}`;
  return tableOf(
    [...testColumns, ...reports.flatMap(columnsOf), ["url", url]],
    allComparedTests(resultIndex, request, testsPerPage),
  );
}

function columnsOf({ number }: Report, index: number): Columns<MatrixTest> {
  return [
    [`#${number} status`, ({ runs }) => runs[index]?.status ?? null],
    [`#${number} flaky`, ({ runs }) => runs[index]?.flaky ?? null],
    [`#${number} duration_ms`, ({ runs }) => runs[index]?.duration ?? null],
    [`#${number} errorLine`, ({ runs }) => runs[index]?.errorLine ?? null],
  ];
}
