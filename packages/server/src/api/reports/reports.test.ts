import { expect, test } from "vitest";
import { interruptSilentRuns } from "#store/runs.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { junit, playwright } from "#testing/reports.ts";

interface Row {
  readonly id: number;
  readonly titlePath: string[];
}

const mixed = playwright([
  { title: "adds to the cart", attempts: ["passed"] },
  { title: "pays by card", attempts: ["failed", "failed"] },
  { title: "pays by voucher", attempts: ["failed", "passed"] },
  { title: "empties the cart", attempts: ["passed"] },
]);

test("results come by urgency: failed, flaky, passed, each as the report had them", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  expect(list.body.data.map(({ titlePath }) => titlePath.at(-1))).toEqual([
    "pays by card",
    "pays by voucher",
    "adds to the cart",
    "empties the cart",
  ]);
});

test.for([
  ["status=failed", ["pays by card"]],
  ["status=flaky", ["pays by voucher"]],
  ["status=passed", ["pays by voucher", "adds to the cart", "empties the cart"]],
  ["search=CART", ["pays by card", "pays by voucher", "adds to the cart", "empties the cart"]],
  ["search=the%20empties", ["empties the cart"]],
  ["search=pays&status=failed", ["pays by card"]],
  ["offset=1&limit=2", ["pays by voucher", "adds to the cart"]],
  ["search=pays&limit=1", ["pays by card"]],
  ["search=pays&offset=5", []],
  ["search=%25", []],
] as const)("%s gives %j", async ([query, titles]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const list = await call<{ data: Row[]; total: number }>(plumb, "GET", `/api/reports/${reportId}/results?${query}`, {
    token,
  });
  expect(list.body.data.map(({ titlePath }) => titlePath.at(-1))).toEqual(titles);
  expect(list.body.total).toBe(
    query.startsWith("offset") ? 4 : /search=pays&(limit|offset)/.test(query) ? 2 : titles.length,
  );
});

test("a result is located within the filter, or said to be outside of it", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const last = list.body.data.at(-1)?.id;
  const position = async (query: string) =>
    (await call(plumb, "GET", `/api/reports/${reportId}/results/${last}/position?${query}`, { token })).body;
  expect(await position("")).toMatchObject({ data: { offset: 3 } });
  expect(await position("search=cart&status=passed")).toMatchObject({ data: { offset: 2 } });
  expect(await position("status=failed")).toMatchObject({ data: { offset: null } });
});

test("an opened result has its attempts, errors and the place in its file", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results?status=flaky`, { token });
  const detail = await call(plumb, "GET", `/api/reports/${reportId}/results/${list.body.data[0]?.id}`, { token });
  expect(detail.body).toMatchObject({
    data: {
      file: "cart.spec.ts",
      line: 3,
      variant: "chromium",
      flaky: true,
      attempts: [
        {
          index: 0,
          status: "failed",
          startTime: "2026-03-04T09:00:00.000Z",
          duration: 100,
          errors: [{ message: "Error: attempt 0 \u001B[31mbroke\u001B[39m" }],
        },
        { index: 1, status: "passed", errors: [] },
      ],
      artifacts: [],
    },
  });
});

test("reports are paged by a cursor without gaps or repeats", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  for (let day = 1; day <= 5; day += 1) {
    await send(
      plumb,
      key,
      { "report.xml": junit([["cart", "adds"]]) },
      { build: String(day), startedAt: `2026-02-0${day}T08:00:00Z` },
    );
  }
  const numbers: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: { body: { data: { number: number; summary: object }[]; nextCursor: string | null } } = await call(
      plumb,
      "GET",
      `/api/reports?projectId=${projectId}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
      { token },
    );
    numbers.push(...page.body.data.map(({ number }) => number));
    cursor = page.body.nextCursor;
  }
  expect(numbers).toEqual([5, 4, 3, 2, 1]);
});

test("what is not yours is not there, and a key cannot read", async () => {
  await using plumb = await createTestApp({ demo: true });
  const { key } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "report.xml": junit([["cart", "adds"]]) })).body.data;
  const outsider = await call<{ token: string }>(plumb, "POST", "/api/auth/register", {
    body: { username: "eve", email: "eve@example.test", password: "secret 1" },
  });

  for (const path of [
    `/api/reports/${reportId}`,
    `/api/reports/${reportId}/results`,
    `/api/reports/${reportId}/problems`,
    "/api/reports/999999",
  ]) {
    expect((await call(plumb, "GET", path, { token: outsider.body.token })).status).toBe(404);
    expect((await call(plumb, "GET", path, { token: key })).status).toBe(403);
    expect((await call(plumb, "GET", path)).status).toBe(401);
  }
});

test("a run that waits for a shard is interrupted after a silence", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const sent = await send(
    plumb,
    key,
    { "results.json": playwright([{ title: "adds", attempts: ["passed"] }], { shard: { current: 1, total: 2 } }) },
    { build: "1" },
  );

  const status = async () =>
    (await call<{ data: { status: string } }>(plumb, "GET", `/api/reports/${sent.body.data.reportId}`, { token })).body
      .data.status;

  await interruptSilentRuns(plumb.context.db, new Date(Date.now() - 60_000));
  expect(await status()).toBe("running");
  await interruptSilentRuns(plumb.context.db, new Date(Date.now() + 60_000));
  expect(await status()).toBe("interrupted");
});

test("a report is found by its number, in its own project only", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const store = await seedProject(plumb, "Store");
  await send(plumb, shop.key, { "a.xml": junit([["cart", "adds"]]) });
  const { reportId } = (await send(plumb, shop.key, { "b.xml": junit([["cart", "removes"]]) })).body.data;
  const find = (projectId: number, number: string) =>
    call(plumb, "GET", `/api/projects/${projectId}/reports/${number}`, { token: shop.token });
  expect((await find(shop.projectId, "2")).body).toMatchObject({ data: { id: reportId } });
  expect(await find(shop.projectId, "3")).toMatchObject({
    status: 404,
    body: { error: "This project has no report #3." },
  });
  expect((await find(store.projectId, "2")).status).toBe(404);
  expect((await find(shop.projectId, "two")).status).toBe(400);
});
