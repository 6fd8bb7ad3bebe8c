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
  const { signal } = new AbortController();

  await interruptSilent(plumb.context, new Date(Date.now() - 60_000), signal);
  expect(await status()).toBe("running");
  await interruptSilent(plumb.context, new Date(Date.now() + 60_000), signal);
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
