import { setTimeout as sleep } from "node:timers/promises";
import { contentOf, filesOfReport } from "../../packages/server/src/testing/report-with-file.ts";
import type { Receiver } from "./receiver.ts";

interface Report {
  readonly id: number;
  readonly build: string;
  readonly status: string;
  readonly summary: { readonly total: number; readonly passed: number };
}

interface Result {
  readonly id: number;
  readonly testId: number;
  readonly status: string;
}

export interface Reader {
  readonly url: string;
  readonly token: string;
  readonly projectId: number;
}

/** How long deliveries and counting may take after the last fault. The outbox waits up to five minutes between two attempts. */
const settleMs = 420_000;
const pageSize = 200;

/** Compares everything that was acknowledged with what is stored. Returns the differences. */
export async function differences(
  reader: Reader,
  sent: ReadonlyMap<string, number>,
  receiver: Receiver,
  log: (line: string) => void,
): Promise<string[]> {
  const reports = await reportsOf(reader);
  const found: string[] = [...countsPerBuild(reports, sent)];
  for (const report of reports) found.push(...(await resultDifferences(reader, report)));
  found.push(...(await settled(log, () => trendDifferences(reader, reports))));
  found.push(...(await settled(log, () => deliveryDifferences(sent, receiver))));
  return found;
}

/** A clock that jumped can date a run on the day before or after. */
function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Repeats a check until it finds nothing, or the time is over. */
async function settled(log: (line: string) => void, check: () => Promise<string[]> | string[]): Promise<string[]> {
  const deadline = Date.now() + settleMs;
  let reported = "";
  for (;;) {
    const found = await check();
    if (found.length === 0 || Date.now() > deadline) return found;
    if (found[0] !== reported) log(`Wait: ${found[0]}, and ${found.length - 1} more`);
    reported = found[0] ?? "";
    await sleep(500);
  }
}

function countsPerBuild(reports: readonly Report[], sent: ReadonlyMap<string, number>): string[] {
  const byBuild = Map.groupBy(reports, ({ build }) => build);
  const missing = [...sent].flatMap(([build, total]) => {
    const [first, ...more] = byBuild.get(build) ?? [];
    if (first === undefined) return [`${build}: lost`];
    if (more.length > 0) return [`${build}: ${more.length + 1} reports`];
    const { summary, status } = first;
    return summary.total === total && summary.passed === total && status === "completed"
      ? []
      : [`${build}: ${status}, ${summary.passed} of ${summary.total} passed, ${total} acknowledged`];
  });
  const unknown = [...byBuild.keys()]
    .filter((build) => !sent.has(build))
    .map((build) => `${build}: never acknowledged`);
  return [...missing, ...unknown];
}

/** Recounts the results of a report, and reads its file. */
async function resultDifferences(reader: Reader, { id, build, summary }: Report): Promise<string[]> {
  const results = await read<{ data: Result[] }>(reader, `/api/reports/${id}/results?limit=${pageSize}`);
  const tests = new Set(results.data.map(({ testId }) => testId));
  const passed = results.data.filter(({ status }) => status === "passed").length;
  const found: string[] = [];
  if (results.data.length !== summary.total || tests.size !== summary.total || passed !== summary.passed)
    found.push(
      `${build}: ${results.data.length} results of ${tests.size} tests, ${passed} passed, and a count of ${summary.total}`,
    );
  if (!build.startsWith("upload")) return found;
  const files = await filesOfReport({ url: reader.url, read: (path) => read(reader, path) }, id);
  if (files.length !== 1 || files[0] !== contentOf(build)) found.push(`${build}: its file is lost or changed`);
  return found;
}

function deliveryDifferences(sent: ReadonlyMap<string, number>, { deliveries }: Receiver): string[] {
  return [...sent.keys()].flatMap((build) => {
    const count = deliveries.get(build)?.size ?? 0;
    return count === 1 ? [] : [`${build}: ${count} deliveries`];
  });
}

/** The trends are counted by jobs, from other rows than the reports. */
async function trendDifferences(reader: Reader, reports: readonly Report[]): Promise<string[]> {
  const { data } = await read<{ data: { total_runs: number; total_tests: number } }>(
    reader,
    `/api/trends/summary?projectId=${reader.projectId}&timeRange=custom&startDate=${dayAfter(-1)}&endDate=${dayAfter(1)}`,
  );
  const total = reports.reduce((sum, { summary }) => sum + summary.total, 0);
  return data.total_runs === reports.length && data.total_tests === total
    ? []
    : [
        `trends count ${data.total_runs} runs with ${data.total_tests} tests, and reports ${reports.length} with ${total}`,
      ];
}

async function reportsOf(reader: Reader): Promise<Report[]> {
  const all: Report[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Report[]; nextCursor: string | null } = await read(
      reader,
      `/api/reports?projectId=${reader.projectId}&limit=100${query}`,
    );
    all.push(...page.data);
    cursor = page.nextCursor;
  }
  return all;
}

async function read<Body>({ url, token }: Reader, path: string): Promise<Body> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}
