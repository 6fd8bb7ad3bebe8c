import type { GroupListQuery } from "@plumb/contract/failures/failures.ts";
import type { ReportsCsvQuery, ResultsCsvQuery } from "@plumb/contract/runs/exports.ts";
import type { ItemListQuery } from "@plumb/contract/items/annotations.ts";
import type { TestFilter } from "@plumb/contract/tests/tests.ts";
import type { z } from "zod";
import type { AuditQuery } from "#api/audit/audit.ts";
import { selectionOf } from "#api/results/results.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { writeCsv } from "#exports/csv/csv.ts";
import { reportsTable, resultsTable, type Table } from "#exports/csv/list-csv.ts";
import { exportFileName, fileName } from "#exports/file-name.ts";
import type { SentFile } from "#http/send-file.ts";
import type { FailureSelection } from "#read-models/failures/failure-selection.ts";
import type { ItemSelection } from "#store/items/item-lists.ts";
import { projectById } from "#store/projects/projects.ts";
import { reportById } from "#store/runs/runs.ts";
import { type ComparisonQuery, comparisonTable } from "./comparison-table.ts";
import { auditTable, causesTable, failedTestsTable, itemsTable, suiteRunsTable, testsTable } from "./list-tables.ts";

/** Content of a signed link, which gives access to nothing else. */
export type LinkedCsv =
  | { readonly of: "results"; readonly projectId: number; readonly reportId: number; readonly query: ResultsCsvQuery }
  | { readonly of: "reports"; readonly projectId: number; readonly query: ZonedQuery }
  | {
      readonly of: "causes";
      readonly projectId: number;
      readonly selection: FailureSelection;
      readonly query: Pick<GroupOrder, "sortBy" | "state">;
    }
  | {
      readonly of: "items";
      readonly projectId: number;
      readonly selection: ItemSelection;
      readonly query: Pick<ItemListQuery, "sortBy" | "sortOrder">;
    }
  | { readonly of: "failed-tests"; readonly projectId: number; readonly selection: FailureSelection }
  | { readonly of: "suite-runs"; readonly projectId: number; readonly selection: FailureSelection }
  | { readonly of: "comparison"; readonly projectId: number; readonly query: ComparisonQuery }
  | { readonly of: "audit"; readonly query: AuditQuery }
  | { readonly of: "tests"; readonly projectId: number; readonly query: Omit<TestFilter, "limit" | "offset"> };

type GroupOrder = z.output<typeof GroupListQuery>;

/** Query whose dates are days in the time zone of the requester. */
export type ZonedQuery = Omit<ReportsCsvQuery, "projectId" | "timeZone"> & { readonly timeZone: string };

export type CsvNeeds =
  | "clock"
  | "db"
  | "failureIndex"
  | "itemSearch"
  | "publicUrl"
  | "resultIndex"
  | "signer"
  | "testSearch";

/** Returns the file that a link names. Rows are read while they are sent. */
export async function csvFile(context: Pick<Context, CsvNeeds>, linked: LinkedCsv): Promise<SentFile> {
  const { db } = context;
  const origin = context.publicUrl();
  const day = context.clock().toISOString().slice(0, 10);
  if (linked.of === "audit") return asFile(fileName(["audit", day], "csv"), auditTable(db, linked.query));
  const { projectId } = linked;
  if (linked.of === "results") {
    const report = await reportById(db, projectId, linked.reportId);
    if (report === null) throw new ApiError("not_found", "The requested report could not be found.");
    const selection = selectionOf(projectId, linked.reportId, linked.query);
    return asFile(exportFileName(report, "csv", null), resultsTable(context.resultIndex, selection, origin));
  }
  const project = await projectById(db, projectId);
  if (project === null) throw new ApiError("not_found", "This project has been deleted.");
  return asFile(fileName([project.name, linked.of, day], "csv"), await listTable(context, linked, origin));
}

async function listTable(
  context: Pick<Context, CsvNeeds>,
  linked: Exclude<LinkedCsv, { readonly of: "audit" | "results" }>,
  origin: string,
): Promise<Table> {
  const { db, failureIndex } = context;
  const { projectId } = linked;
  const now = context.clock();
  if (linked.of === "causes") {
    const { sortBy, state } = linked.query;
    return causesTable(failureIndex, linked.selection, { sortBy, state, now }, origin);
  }
  if (linked.of === "suite-runs") return suiteRunsTable(failureIndex, linked.selection, now, origin);
  if (linked.of === "comparison") return comparisonTable(context.resultIndex, projectId, linked.query, origin);
  if (linked.of === "failed-tests") return failedTestsTable(failureIndex, linked.selection, origin);
  if (linked.of === "items") return itemsTable(context, linked.selection, linked.query, origin);
  if (linked.of === "tests") return testsTable(context, projectId, { filter: linked.query, now }, origin);
  const { sortBy, sortOrder, ...query } = linked.query;
  return reportsTable(db, { projectId, query, sortBy, sortOrder }, origin);
}

function asFile(name: string, { header, rows }: Table): SentFile {
  return { name, type: "text/csv; charset=utf-8", body: (out, signal) => writeCsv(out, header, rows, signal) };
}
