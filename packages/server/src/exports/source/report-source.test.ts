import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openReport } from "./open-report.ts";
import { reportSource } from "./stored-report.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { playwright } from "#testing/reports.ts";

const mixed = playwright([
  { title: "adds to the cart", attempts: ["passed"] },
  { title: "pays by card", attempts: ["failed", "failed"], screenshot: "shots/card.png" },
  { title: "pays by voucher", attempts: ["failed", "passed"] },
]);

async function sourceOf({ context }: TestApp, projectId: number, reportId: number, resultId: number | null = null) {
  const { head, stored } = await openReport(context, { projectId, reportId, resultId });
  return reportSource(head, stored);
}

test("streams a report in the order of the list, with attempts and the content of artifacts", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const sent = await send(plumb, key, { "results.json": mixed, "shots/card.png": "picture" });
  const source = await sourceOf(plumb, projectId, sent.body.data.reportId);

  const rows = await Array.fromAsync(source.rows());
  const results = await Array.fromAsync(source.results());

  expect(source).toMatchObject({ projectName: "Shop", total: 3, report: { number: 1 } });
  expect(rows.map(({ titlePath }) => titlePath.at(-1))).toEqual([
    "pays by card",
    "pays by voucher",
    "adds to the cart",
  ]);
  expect(results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(results[0]).toMatchObject({
    attempts: [{ index: 0, errors: [{ message: expect.stringContaining("attempt 0") as string }] }, { index: 1 }],
    artifacts: [{ name: "screenshot", attempt: 1, size: 7, path: "shots/card.png" }],
  });
  const content = await source.openBlob(results[0]?.artifacts[0]?.blobHash ?? "");
  expect(content === null ? null : await text(content)).toBe("picture");
  expect(await source.openBlob("0".repeat(64))).toBeNull();
});

test("returns single results in the requested order, and a single test", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const source = await sourceOf(plumb, projectId, reportId);

  const [failed = 0, flaky = 0, passed = 0] = (await Array.fromAsync(source.rows())).map(({ id }) => id);
  const expected = await Array.fromAsync(source.results([passed, failed, 999_999]));
  const one = await sourceOf(plumb, projectId, reportId, flaky);

  expect(expected.map(({ titlePath }) => titlePath.at(-1))).toEqual(["adds to the cart", "pays by card"]);
  expect(await Array.fromAsync(source.results([]))).toEqual([]);
  expect(one.total).toBe(1);
  expect((await Array.fromAsync(one.results())).map(({ id }) => id)).toEqual([flaky]);
  await expect(sourceOf(plumb, projectId, reportId, 999_999)).rejects.toThrow("no such test result");
  await expect(sourceOf(plumb, projectId + 1, reportId)).rejects.toThrow("could not be found");
});

test("pages through more tests than one page holds, each once", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const many = playwright(
    Array.from({ length: 1203 }, (_, index) => ({
      title: `test ${index}`,
      attempts: [index % 3 === 0 ? ("failed" as const) : ("passed" as const)],
    })),
  );
  const { reportId } = (await send(plumb, key, { "results.json": many })).body.data;
  const source = await sourceOf(plumb, projectId, reportId);

  const rows = await Array.fromAsync(source.rows());
  const results = await Array.fromAsync(source.results());

  expect(new Set(rows.map(({ id }) => id)).size).toBe(1203);
  expect(results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(results[400]?.attempts[0]?.errors).toHaveLength(1);
});

test("a result repeated by a later upload has the attempts of both", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const first = playwright([{ title: "pays", attempts: ["failed"], screenshot: "a/first.png" }]);
  const again = playwright([{ title: "pays", attempts: ["passed"], screenshot: "a/again.png" }], { after: 600 });
  await send(plumb, key, { "first.json": first, "a/first.png": "1" }, { build: "7" });
  const { reportId } = (
    await send(plumb, key, { "again.json": again, "a/again.png": "22" }, { build: "7", rerun: "true" })
  ).body.data;

  const [result] = await Array.fromAsync((await sourceOf(plumb, projectId, reportId)).results());

  expect(result).toMatchObject({
    flaky: true,
    attempts: [{ status: "failed" }, { status: "passed" }],
    artifacts: [
      { attempt: 0, size: 1 },
      { attempt: 1, size: 2 },
    ],
  });
});

test("shows new failures compared with the previous run, if there is one", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const run = async (day: number, broken: readonly string[]) => {
    const cases = ["a", "b"].map((title) => ({
      title,
      attempts: [broken.includes(title) ? ("failed" as const) : ("passed" as const)],
    }));
    const facts = { build: String(day), suite: "shop", startedAt: `2026-02-0${day}T08:00:00Z` };
    const sent = await send(plumb, key, { "results.json": playwright(cases) }, facts);
    return sourceOf(plumb, projectId, sent.body.data.reportId);
  };
  const [first, second] = [await run(1, ["a"]), await run(2, ["a", "b"])];
  const rows = await Array.fromAsync(second.rows());

  expect(await first.failingStates(await Array.fromAsync(first.rows()))).toBeNull();
  const states = await second.failingStates(rows);
  expect(rows.filter(({ id }) => states?.get(id) === "new").map(({ titlePath }) => titlePath.at(-1))).toEqual(["b"]);
});
