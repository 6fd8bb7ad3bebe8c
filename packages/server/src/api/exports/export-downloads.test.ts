import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";

const mixed = playwright([
  { title: "adds to the cart", attempts: ["passed"] },
  { title: "=pays, by card", attempts: ["failed", "passed"], screenshot: "shots/card.png" },
]);

test("API clients save reports and tests as files with their token", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed }, { suite: "checkout" })).body.data;
  const list = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const resultId = list.body.data[0]?.id ?? 0;
  const get = (path: string) =>
    plumb.app.inject({ url: `/api/reports/${reportId}/${path}`, headers: { authorization: `Bearer ${token}` } });

  const json = await get("export/json");
  const pdf = await get("export/pdf");
  const test = await get(`testcase/${resultId}/export/json`);
  const named = await get(`testcase/${encodeURIComponent("=pays, by card")}/export/json`);

  expect(json.json()).toMatchObject({ tests: [{ flaky: true }, { status: "passed" }] });
  expect(json.headers["content-disposition"]).toContain("filename=plumb-checkout-1.json");
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.payload).toMatch(/^%PDF-/);
  expect(test.json()).toMatchObject({ report: { selection: "test" }, tests: [{ titlePath: ["=pays, by card"] }] });
  expect(test.headers["content-disposition"]).toContain("filename=plumb-checkout-1-pays-by-card.json");
  expect(named.payload).toBe(test.payload);
  expect((await get("testcase/nowhere/export/json")).json()).toMatchObject({ code: "not_found" });
  expect((await get("testcase/999999/export/json")).statusCode).toBe(404);
});

test("sizes are estimated from the content of the report", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const shot = "x".repeat(300_000);
  const withShot = (await send(plumb, key, { "results.json": mixed, "shots/card.png": shot })).body.data;
  const without = (await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) })).body.data;
  const estimate = async (reportId: number) =>
    (
      await call<{ data: { lite: { bytes: number }; full: { bytes: number } } }>(
        plumb,
        "GET",
        `/api/reports/${reportId}/export/size-estimates`,
        { token },
      )
    ).body.data;

  const full = await estimate(withShot.reportId);
  expect(full).toMatchObject({ full: { artifactCount: 1, formattedSize: expect.stringMatching(/kB$/) as string } });
  expect(full.full.bytes - full.lite.bytes).toBe(300_000);
  expect(await estimate(without.reportId)).toMatchObject({ full: { artifactCount: 0 } });
});

test("a list is saved as CSV with its filters, also through a link without a token", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed }, { suite: "checkout" })).body.data;
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) }, { suite: "+other", branch: "@main" });
  const get = (url: string) => plumb.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

  const results = await get(`/api/reports/${reportId}/results/csv?status=flaky`);
  const reports = await get(`/api/reports/csv?projectId=${projectId}&sortBy=testSuite&sortOrder=asc`);
  const link = await call<{ data: { url: string } }>(
    plumb,
    "GET",
    `/api/reports/csv/link?projectId=${projectId}&suite=checkout`,
    { token },
  );
  const linked = await plumb.app.inject(link.body.data.url);

  expect(results.headers["content-disposition"]).toContain("filename=plumb-checkout-1.csv");
  expect(results.payload.split("\r\n").map((line) => line.split(",").slice(0, 2))).toEqual([
    ["\u{FEFF}status", "flaky"],
    ["passed", "true"],
    [""],
  ]);
  expect(results.payload).toContain(`"'=pays, by card"`);
  const lines = reports.payload.trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^2,'\+other,completed,default,.*,'@main,/);
  expect(lines[2]).toMatch(/^1,checkout,completed,default,playwright,,,,2026-03-04T09:00:00\.000Z,/);
  expect(linked.payload.trimEnd().split("\r\n")).toEqual([lines[0], lines[2]]);
  expect(linked.headers["content-disposition"]).toContain("filename=plumb-Shop-reports-2026-03-04.csv");
  expect((await plumb.app.inject("/api/exports/csv?link=forged")).statusCode).toBe(403);
});

test("a CSV line starts with the distinctive part of its error", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const failure = ["Error: expect(locator).toHaveText(expected) failed", "Expected: 2 pieces", "Received: 1 piece"];
  const report = junit([["cart", "adds", failure.join("&#10;")]]);
  const { reportId } = (await send(plumb, key, { "a.xml": report })).body.data;
  const headers = { authorization: `Bearer ${token}` };
  const { payload } = await plumb.app.inject({ url: `/api/reports/${reportId}/results/csv`, headers });
  expect(payload).toContain(`,expected 2 pieces · received 1 piece · ${failure[0]},`);
});

test("HTML exports are listed for all readable projects, or for the given one", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const bank = await seedProject(plumb, "Bank");
  const { token } = shop;
  const person = await seedPerson(plumb, "lead", { projectId: bank.projectId, projectRole: "LEAD" });
  const outsider = await seedPerson(plumb, "outsider");
  const exported: number[] = [];
  for (const { key } of [shop, bank]) {
    const { reportId } = (await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) })).body.data;
    const started = await call<{ data: { exportId: number } }>(plumb, "POST", `/api/reports/${reportId}/export/html`, {
      token,
    });
    await call(plumb, "POST", `/api/reports/${reportId}/exports`, { token, body: { format: "pdf" } });
    exported.push(started.body.data.exportId);
  }
  const made = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${shop.projectId}/api-keys`, {
    token,
    body: { name: "reader", scopes: ["read"] },
  });
  const listed = async (of: string, query = "") => {
    const { status, body } = await call<{ data?: { exportId: number; mayDelete: boolean }[] }>(
      plumb,
      "GET",
      `/api/reports/exports/html${query}`,
      { token: of },
    );
    return body.data?.map(({ exportId, mayDelete }) => [exportId, mayDelete]) ?? status;
  };

  expect(await listed(token)).toEqual([
    [exported[1], true],
    [exported[0], true],
  ]);
  expect(await listed(token, `?projectId=${shop.projectId}`)).toEqual([[exported[0], true]]);
  expect(await listed(person.token)).toEqual([[exported[1], true]]);
  expect(await listed(person.token, `?projectId=${shop.projectId}`)).toBe(404);
  expect(await listed(outsider.token)).toEqual([]);
  expect(await listed(made.body.data.key)).toEqual([[exported[0], false]]);
});
