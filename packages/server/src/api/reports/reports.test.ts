import { expect, test } from "vitest";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { junit, playwright } from "#testing/reports.ts";

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

test("objects of others do not exist, and a key without the scope read cannot read", async () => {
  await using plumb = await createTestApp({ demo: true });
  const { key } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "report.xml": junit([["cart", "adds"]]) })).body.data;
  const outsider = await call<{ token: string }>(plumb, "POST", "/api/auth/register", {
    body: { username: "eve", email: "eve@example.test", password: "secret staple" },
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

test("a run that waits for a shard is interrupted after a period of silence", async () => {
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
  const { signal } = new AbortController();

  await interruptSilent(plumb.context, new Date(Date.now() - 60_000), signal);
  expect(await status()).toBe("running");
  await interruptSilent(plumb.context, new Date(Date.now() + 60_000), signal);
  expect(await status()).toBe("interrupted");
});

test("a report is found by its number, but only in its own project", async () => {
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

test("report, tests, steps and artifacts have aliases for other clients", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([
    {
      title: "pays",
      owner: "Ada",
      annotations: [
        { type: "platform", description: "Debian 13" },
        { type: "viewport", description: "1280x720" },
      ],
      attempts: [{ status: "failed", start: 2, seconds: 3, worker: 0, message: "Error: refused" }],
      screenshot: "shot.png",
    },
    { title: "adds", attempts: ["passed"] },
  ]).replaceAll('"stdout":[]', '"steps":[{"title":"Open the basket","duration":7}],"stdout":[]');
  const facts = { suite: "shop" };
  const sent = await send(plumb, key, { "results.json": report, "shot.png": "picture" }, facts);
  const path = `/api/reports/${sent.body.data.reportId}`;
  const read = async (url: string) =>
    (await call<{ data: Record<string, unknown> }>(plumb, "GET", url, { token })).body.data;

  const plain = await read(path);
  expect(plain).toMatchObject({ test_suite: "shop", stats: { total: 2, failed: 1, errors: 0 } });
  expect(plain).not.toHaveProperty("tests");

  const { tests } = (await read(`${path}?tests=true`)) as { tests: { id: number }[] };
  expect(tests).toMatchObject([
    { name: "pays", title: "pays", status: "failed", error: "Error: refused", author: "Ada", browser: "chromium" },
    { name: "adds", status: "passed", errorMessage: null, config: { browserName: "chromium" }, retries: 0 },
  ]);

  const test = await read(`${path}/results/${tests[0]?.id}`);
  expect(test).toMatchObject({
    name: "pays",
    title: "pays",
    error: "Error: refused",
    errorMessage: "Error: refused",
    startTime: "2026-03-04T09:00:02.000Z",
    endTime: "2026-03-04T09:00:05.000Z",
    platform: "Debian 13",
    viewport: "1280x720",
    config: { browser: "chromium", browserName: "chromium", platform: "Debian 13", viewport: "1280x720" },
    metadata: { author: "Ada", browser: "chromium", os: "Debian 13", viewport: "1280x720", userAgent: null },
    steps: [{ name: "Open the basket", status: "passed", duration: 7 }],
    artifacts: [{ filename: "screenshot", type: "screenshot", url: expect.any(String) as string }],
  });
  expect(test).toHaveProperty("stackTrace");
});

test("a test without a browser has that of its report", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const properties =
    '<properties><property name="platform" value="Windows 11"/><property name="viewport" value="800x600"/></properties>';
  const report = junit([["cart", "adds", "broke"]])
    .replace('<testsuite name="all">', `$&${properties}`)
    .replace(">broke<", ">broke&#10;    at cart.spec.ts:12:3<");
  const { reportId } = (await send(plumb, key, { "a.xml": report })).body.data;
  const { body } = await call<{ data: { tests: { id: number }[] } }>(plumb, "GET", `/api/reports/${reportId}?tests=1`, {
    token,
  });
  const facts = { platform: "Windows 11", viewport: "800x600" };
  expect(body.data.tests).toMatchObject([facts]);
  const [row] = body.data.tests;
  expect((await call(plumb, "GET", `/api/reports/${reportId}/results/${row?.id}`, { token })).body).toMatchObject({
    data: { ...facts, stackTrace: expect.stringContaining("at cart.spec.ts:12:3") as string },
  });
});
