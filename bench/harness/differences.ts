import type { Client } from "@plumb/client/client.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { listResults, readResult } from "@plumb/contract/runs/results.ts";
import { pictureBytes, type StoryTest } from "./live-story.ts";

/** Returns differences between the API and the reporters of a run: counters, tests, duplicates, pictures. */
export async function differences(client: Client, reportId: number, tests: readonly StoryTest[]): Promise<string[]> {
  const wrong = await countedDifferently(client, reportId, tests);
  const left = new Map(tests.map((test) => [test.title, test]));
  for (let offset = 0; ; offset += 500) {
    const { data } = await client.call(listResults, { params: { reportId }, query: { offset, limit: 500 } });
    for (const { id, titlePath, status, flaky } of data) {
      const title = titlePath.at(-1) ?? "";
      const test = left.get(title);
      left.delete(title);
      if (test?.status !== status || test.flaky !== flaky) wrong.push(`${title} is ${status}`);
      else if (test.pictured && !(await hasPicture(client, reportId, id))) wrong.push(`${title} has no picture`);
    }
    if (data.length < 500) break;
  }
  return [...wrong, ...[...left.keys()].map((title) => `${title} is missing`)];
}

async function hasPicture(client: Client, reportId: number, resultId: number): Promise<boolean> {
  const { artifacts, attempts } = (await client.call(readResult, { params: { reportId, resultId } })).data;
  const sizes = artifacts.map(({ size }) => size).join(" ");
  return sizes === String(pictureBytes) && attempts.every(({ steps }) => steps.length > 0);
}

async function countedDifferently(client: Client, reportId: number, tests: readonly StoryTest[]): Promise<string[]> {
  const { summary, status } = (await client.call(readReport, { params: { reportId } })).data;
  const count = (of: StoryTest["status"]) => tests.filter((test) => test.status === of).length;
  const counts = [tests.length, count("passed"), count("failed"), count("skipped")].join(" ");
  const visibleCounts = [summary.total, summary.passed, summary.failed, summary.skipped].join(" ");
  const ended = count("failed") > 0 ? "failed" : "completed";
  return [
    ...(visibleCounts === counts ? [] : [`report ${reportId} counts ${visibleCounts}, not ${counts}`]),
    ...(status === ended ? [] : [`report ${reportId} is ${status}`]),
  ];
}
