import type { FailureGroup, TestCaseFailure } from "@plumb/contract/failures/failures.ts";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { expect, test } from "vitest";
import { call } from "#testing/app.ts";
import { failingProject } from "#testing/failing-project.ts";

const refused = "connect ECONNREFUSED 10.0.0.7:3000";
const ambiguous = "strict mode violation: getByRole('button') resolved to 3 elements";

type Shop = Awaited<ReturnType<typeof failingProject>>;

function itemsOf({ plumb, token, projectId }: Shop) {
  const path = `/api/annotations/projects/${projectId}/annotations`;
  return {
    create: async (title: string, subject: object) =>
      (await call<{ data: Annotation }>(plumb, "POST", path, { token, body: { title, message: "m", ...subject } })).body
        .data,
    list: async (query: string) => {
      const response = await call<{ data: { annotations: Annotation[]; total: number } }>(
        plumb,
        "GET",
        `${path}?${query}`,
        {
          token,
        },
      );
      const { annotations, total } = response.body.data;
      expect(annotations).toHaveLength(total);
      return annotations.map(({ title }) => title);
    },
  };
}

async function failureOf(shop: Shop, runId: number, words: string): Promise<TestCaseFailure> {
  const { data } = await shop.get<TestCaseFailure[]>(`test-cases?runs=${runId}&testSearch=${words}`);
  return data[0] as TestCaseFailure;
}

test("an item about a cause belongs to each failing test of later reports, to their tests and to the reports", async () => {
  await using shop = await failingProject();
  const { create, list } = itemsOf(shop);
  const first = await shop.run([
    ["cart", "opens", refused],
    ["pay", "by card", ambiguous],
  ]);
  const { groupId } = await failureOf(shop, first, "opens");
  await create("The server is down", { groupId });
  const own = await failureOf(shop, first, "card");
  await create("Only this test", { testCaseId: own.id });
  const later = await shop.run([
    ["cart", "opens", refused],
    ["cart", "closes", refused],
    ["pay", "by card", ambiguous],
    ["pay", "by voucher"],
  ]);
  for (const words of ["opens", "closes"]) {
    const { id, testId } = await failureOf(shop, later, words);
    expect(await list(`testCaseId=${id}`)).toEqual([]);
    expect(await list(`testCaseId=${id}&includeCauses=true`)).toEqual(["The server is down"]);
    expect(await list(`testId=${testId}&includeCauses=true`)).toEqual(["The server is down"]);
    expect(await list(`testId=${testId}`)).toEqual([]);
  }
  const other = await failureOf(shop, later, "card");
  expect(await list(`testCaseId=${other.id}&includeCauses=true`)).toEqual([]);
  expect(await list(`testCaseId=${own.id}&includeCauses=true`)).toEqual(["Only this test"]);
  expect(await list(`testRunId=${later}&includeCauses=true`)).toEqual(["The server is down"]);
  expect(await list(`testRunId=${first}&includeCauses=true`)).toEqual(["Only this test", "The server is down"]);
  expect(await list(`testRunId=${later}&includeCauses=true&status=closed`)).toEqual([]);
});

test("an item follows its cause into another one, and is no longer listed for tests without the cause", async () => {
  await using shop = await failingProject();
  const { create, list } = itemsOf(shop);
  const runId = await shop.run([
    ["cart", "opens", refused],
    ["pay", "by card", ambiguous],
  ]);
  const [opens, card] = [await failureOf(shop, runId, "opens"), await failureOf(shop, runId, "card")];
  await create("The server is down", { groupId: opens.groupId });
  const green = await shop.run([["cart", "opens"]]);
  expect(await list(`testRunId=${green}&includeCauses=true`)).toEqual([]);
  const merged = await shop.post(`projects/${shop.projectId}/groups/merge`, {
    groupIds: [card.groupId, opens.groupId],
  });
  expect(merged.status).toBe(200);
  const { data: groups } = await shop.get<FailureGroup[]>("groups");
  expect(groups).toHaveLength(1);
  for (const { id } of [opens, card])
    expect(await list(`testCaseId=${id}&includeCauses=true`)).toEqual(["The server is down"]);
});
