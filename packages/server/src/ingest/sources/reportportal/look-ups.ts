import { splitFact } from "@plumb/contract/runs/run-labels.ts";
import type { Context } from "#core/context.ts";
import type { ItemFields } from "#ingest/sources/reportportal/items/item.ts";
import { noItem, noLaunch, wrongFilter } from "./refusals.ts";
import { itemAnywhere } from "#store/ingest/reportportal-items.ts";
import { streamKey } from "#store/ingest/live-tests.ts";
import {
  type Launch,
  launchByKey,
  launchesBy,
  type LaunchFilter,
  launchesByIds,
} from "#store/ingest/reportportal-launches.ts";
import { reportById } from "#store/runs/runs.ts";

type Looking = Pick<Context, "db" | "publicUrl">;

const statuses = { running: "IN_PROGRESS", completed: "PASSED", failed: "FAILED", interrupted: "INTERRUPTED" } as const;

/** Returns a launch in ReportPortal's format, with the counts of its report. */
export async function launchResource({ db }: Looking, projectId: number, launch: Launch): Promise<object> {
  const report = await reportById(db, projectId, launch.runId);
  if (report === null) throw noLaunch(launch.uuid);
  const { total, passed, failed, errored, skipped } = report.summary;
  return {
    id: launch.id,
    uuid: launch.uuid,
    name: launch.name,
    number: report.number,
    status: statuses[report.status],
    startTime: launch.startedAt.getTime(),
    ...(report.endTime !== null && { endTime: Date.parse(report.endTime) }),
    mode: "DEFAULT",
    rerun: launch.sources > 1,
    attributes: [...report.facts.map(splitFact), ...report.tags.map((tag) => ({ value: tag }))],
    statistics: { executions: { total, passed, failed: failed + errored, skipped }, defects: {} },
  };
}

/**
 * Returns a launch by its uuid or number.
 *
 * @throws Refused
 */
export async function launchNamed({ db }: Pick<Context, "db">, projectId: number, named: string): Promise<Launch> {
  const byNumber = /^\d{1,15}$/.test(named) ? await launchesByIds(db, projectId, [Number(named)]) : [];
  const launch = byNumber[0] ?? (await launchByKey(db, projectId, streamKey(named)));
  if (launch === null) throw noLaunch(named);
  return launch;
}

const maxConcurrent = 300;

/**
 * Returns a page of launches.
 *
 * @throws Refused for unknown filters, because ignoring them would return the wrong launches.
 */
export async function launchPage(
  context: Looking,
  projectId: number,
  query: Readonly<Record<string, unknown>>,
): Promise<object> {
  const size = Math.max(1, Math.min(maxConcurrent, numberOf(query["page.size"]) ?? 50));
  const page = Math.max(1, numberOf(query["page.page"]) ?? 1);
  const { launches, total } = await launchesBy(context.db, projectId, filterOf(query), {
    limit: size,
    offset: Math.min((page - 1) * size, 1_000_000),
  });
  const content = [];
  for (const launch of launches) content.push(await launchResource(context, projectId, launch));
  return {
    content,
    page: {
      number: page,
      size,
      totalElements: total,
      totalPages: Math.ceil(total / size),
      hasNext: page * size < total,
    },
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

function filterOf(query: Readonly<Record<string, unknown>>): LaunchFilter {
  const filters: [string, string][] = Object.entries(query)
    .filter(([key]) => key.startsWith("filter."))
    .map(([key, value]) => [key.slice("filter.".length), String(Array.isArray(value) ? value.join(",") : value)]);
  return Object.assign({}, ...filters.map(([name, value]) => filterBy(name, value))) as LaunchFilter;
}

function filterBy(name: string, value: string): LaunchFilter {
  const values = value.split(",").filter((part) => part !== "");
  switch (name) {
    case "eq.uuid":
    case "in.uuid":
      return { keys: values.slice(0, maxConcurrent).map(streamKey) };
    case "eq.id":
    case "in.id":
      return { ids: values.filter((part) => /^\d{1,15}$/.test(part)).map(Number) };
    case "eq.name":
      return { name: value };
    case "cnt.name":
      return { nameHolds: value };
    default:
      throw wrongFilter(`The filter '${name.slice(0, 100)}' is not supported: uuid, id and name are.`);
  }
}

/**
 * Returns an item by its uuid or number, while its launch is being reported.
 *
 * @throws Refused
 */
export async function itemResource({ db }: Looking, projectId: number, named: string): Promise<object> {
  const item = await itemNamed(db, projectId, named);
  const { said } = item;
  return {
    id: item.id,
    uuid: item.uuid,
    name: said.name,
    type: said.type.toUpperCase(),
    codeRef: said.codeRef,
    testCaseId: said.testCaseId ?? said.codeRef,
    uniqueId: said.uniqueId ?? item.uuid,
    description: said.description,
    parameters: said.parameters ?? [],
    attributes: (said.attributes ?? []).filter(({ system }) => system !== true),
    startTime: said.startedAt,
    endTime: said.endedAt,
    status: item.finished ? (said.status ?? "passed").toUpperCase() : "IN_PROGRESS",
    hasChildren: item.isParent,
    hasStats: item.kind !== "step",
    launchId: item.launchId,
  };
}

async function itemNamed(db: Context["db"], projectId: number, named: string) {
  const byNumber = /^\d{1,15}$/.test(named)
    ? await itemAnywhere<ItemFields>(db, projectId, { id: Number(named) })
    : null;
  const item = byNumber ?? (await itemAnywhere<ItemFields>(db, projectId, { key: streamKey(named) }));
  if (item === null) throw noItem(named);
  return item;
}

/**
 * Returns the uuid of an item and its launch.
 *
 * @throws Refused
 */
export async function locationOfItem(
  { db }: Pick<Context, "db">,
  projectId: number,
  named: string,
): Promise<{ uuid: string; launchKey: string }> {
  return itemNamed(db, projectId, named);
}

/** Returns the project settings that agents need: the defect types. */
export function projectSettings(projectId: number): object {
  const kinds = [
    ["TO_INVESTIGATE", "ti001", "To Investigate", "TI", "#ffb743"],
    ["PRODUCT_BUG", "pb001", "Product Bug", "PB", "#ec3900"],
    ["AUTOMATION_BUG", "ab001", "Automation Bug", "AB", "#f7d63e"],
    ["SYSTEM_ISSUE", "si001", "System Issue", "SI", "#0274d1"],
    ["NO_DEFECT", "nd001", "No Defect", "ND", "#777777"],
  ] as const;
  return {
    project: projectId,
    subTypes: Object.fromEntries(
      kinds.map(([typeRef, locator, longName, shortName, color], index) => [
        typeRef,
        [{ id: index + 1, locator, typeRef, longName, shortName, color }],
      ]),
    ),
  };
}

/** Returns the version of ReportPortal whose reporting API is implemented. Clients use it to decide what they may send. */
export function serverInfo(version: string): object {
  return {
    build: { name: "Plumb", description: "Plumb, by ReportPortal's reporting API", version: "5.13.0", plumb: version },
    environment: {},
    extensions: { extensions: [], result: { "server.details.instance": "plumb" } },
    metadata: {},
  };
}
