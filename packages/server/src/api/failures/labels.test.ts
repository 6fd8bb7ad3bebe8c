import type { TestCaseFailure } from "@plumb/contract/failures/failures.ts";
import type { LabelLine } from "@plumb/contract/failures/labels.ts";
import { expect, test } from "vitest";
import { call } from "#testing/app.ts";
import { failingProject } from "#testing/failing-project.ts";

type Shop = Awaited<ReturnType<typeof failingProject>>;

async function readKey(shop: Shop): Promise<string> {
  const created = await call<{ data: { key: string } }>(
    shop.plumb,
    "POST",
    `/api/projects/${shop.projectId}/api-keys`,
    { token: shop.token, body: { name: "export", scopes: ["read"] } },
  );
  return created.body.data.key;
}

async function exported(shop: Shop, path: string, token = shop.token): Promise<LabelLine[]> {
  const { statusCode, body } = await shop.plumb.app.inject({
    method: "GET",
    url: path,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(statusCode).toBe(200);
  return body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LabelLine);
}

test("the classes that users assigned are exported, each error once, and automatic ones are not", async () => {
  await using shop = await failingProject();
  await shop.run([
    ["cart", "opens", "connect ECONNREFUSED 10.0.0.7:3000"],
    ["cart", "closes", "connect ECONNREFUSED 10.0.0.7:4000"],
    ["pay", "by card", "strict mode violation: getByRole('button') resolved to 3 elements"],
    ["pay", "by voucher", "the voucher of ann@example.test is not valid"],
  ]);
  const failures = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  const idOf = (name: string) => failures.find(({ testName }) => testName.endsWith(name))?.id;
  expect(await exported(shop, `/api/analysis/labels?projectId=${shop.projectId}`)).toEqual([]);

  await shop.post(`test-cases/${idOf("opens")}/reclassify`, { primaryClass: "Application Defect", subClass: "A5" });
  await shop.post(`test-cases/${idOf("by voucher")}/reclassify`, { primaryClass: "Test Data Issue", scope: "failure" });

  const labels = await exported(shop, "/api/analysis/labels", await readKey(shop));
  expect(labels).toMatchObject([
    {
      label: "Application Defect",
      subCode: "A5",
      errorMessage: "connect ECONNREFUSED 10.0.0.7:3000",
      suiteName: "all › cart",
    },
    {
      label: "Test Data Issue",
      subCode: null,
      testName: "by voucher",
      errorMessage: "the voucher of ann@example.test is not valid",
    },
  ]);
  expect(new Set(labels.map(({ projectKey }) => projectKey)).size).toBe(1);
  expect(await exported(shop, "/api/analysis/labels/all")).toEqual(labels);
});

test("a key cannot export all projects, and a decision that was undone is not exported", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", "the voucher is not valid"]]);
  const [failure] = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  const decided = await shop.post<{ decisionId: number }>(`test-cases/${failure?.id}/reclassify`, {
    primaryClass: "Test Data Issue",
    scope: "failure",
  });
  await shop.post(`projects/${shop.projectId}/decisions/${decided.body.data.decisionId}/undo`, {});
  expect(await exported(shop, "/api/analysis/labels", await readKey(shop))).toEqual([]);
  const refused = await call(shop.plumb, "GET", "/api/analysis/labels/all", { token: await readKey(shop) });
  expect(refused.status).toBe(403);
});
