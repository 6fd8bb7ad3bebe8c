import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import type { ReportsCsvQuery } from "@plumb/contract/runs/exports.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { Cell } from "./csv.ts";
import type { Db } from "#store/db.ts";
import type { ReportQuery } from "#store/runs/report-filter.ts";
import { reportPages } from "#store/runs/report-search.ts";
import type { ResultIndex } from "#read-models/results/result-index.ts";
import type { ResultSelection } from "#read-models/results/result-selection.ts";
import { allResults } from "#read-models/results/result-window.ts";

/** A table with its column headings and rows. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: AsyncIterable<readonly Cell[]>;
}

export type Columns<Row> = readonly (readonly [name: string, value: (row: Row) => Cell])[];

const resultsPerPage = 5000;
const reportsPerPage = 500;

const resultColumns: Columns<ResultRow> = [
  ["status", ({ status }) => status],
  ["flaky", ({ flaky }) => flaky],
  ["file", ({ file }) => file],
  ["suites", ({ titlePath }) => titlePath.slice(0, -1).join(" › ")],
  ["title", ({ titlePath }) => titlePath.at(-1) ?? ""],
  ["variant", ({ variant }) => variant],
  ["browser", ({ browser }) => browser],
  ["author", ({ author }) => author],
  ["retries", ({ retries }) => retries],
  ["duration_ms", ({ duration }) => duration],
  ["error", ({ errorLine }) => errorLine && subjectFirst(errorLine)],
  ["failure", ({ failureSignature }) => failureSignature],
];

/** Returns the tests of a report in the order of the list. */
export function resultsTable(index: ResultIndex, selection: ResultSelection, origin: string): Table {
  const url = ({ id }: ResultRow) => `${origin}/reports/${selection.runId}?result=${id}`;
  return tableOf([...resultColumns, ["url", url]], allResults(index, selection, resultsPerPage));
}

const reportColumns: Columns<Report> = [
  ["number", ({ number }) => number],
  ["suite", ({ testSuite }) => testSuite],
  ["status", ({ status }) => status],
  ["environment", ({ environment }) => environment],
  ["framework", ({ framework }) => framework],
  ["branch", ({ branch }) => branch],
  ["commit", ({ commit }) => commit],
  ["build", ({ build }) => build],
  ["started", ({ startTime }) => startTime],
  ["ended", ({ endTime }) => endTime],
  ["duration_ms", ({ summary }) => summary.duration],
  ["total", ({ summary }) => summary.total],
  ["passed", ({ summary }) => summary.passed],
  ["failed", ({ summary }) => summary.failed],
  ["errored", ({ summary }) => summary.errored],
  ["skipped", ({ summary }) => summary.skipped],
  ["flaky", ({ summary }) => summary.flaky],
  ["pass_rate", ({ summary }) => summary.passRate],
  ["first_attempt_pass_rate", ({ summary }) => summary.firstAttemptPassRate],
  ["authors", ({ authors }) => authors.join(", ")],
  ["failed_authors", ({ failedAuthors }) => failedAuthors.join(", ")],
  ["tags", ({ tags }) => tags.join(", ")],
  ["facts", ({ facts }) => facts.join(", ")],
  ["commit_author", ({ commitAuthor }) => commitAuthor],
  ["pull_request", ({ pullRequest }) => pullRequest],
  ["ci_url", ({ ciUrl }) => ciUrl],
];

/** Returns the reports of a project as filtered and sorted. Timestamps are ISO 8601 in UTC. */
export function reportsTable(
  db: Db,
  request: { projectId: number; query: ReportQuery } & Pick<ReportsCsvQuery, "sortBy" | "sortOrder">,
  origin: string,
): Table {
  const order = { by: request.sortBy, direction: request.sortOrder };
  async function* rows() {
    for await (const page of reportPages(db, { ...request, order, limit: reportsPerPage })) yield* page;
  }
  return tableOf([...reportColumns, ["url", ({ id }: Report) => `${origin}/reports/${id}`]], rows());
}

export function tableOf<Row>(columns: Columns<Row>, rows: AsyncIterable<Row>): Table {
  async function* cells() {
    for await (const row of rows) yield columns.map(([, value]) => value(row));
  }
  return { header: columns.map(([name]) => name), rows: cells() };
}
