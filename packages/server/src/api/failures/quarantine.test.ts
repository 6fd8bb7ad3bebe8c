import type { FailureGroup, TestCaseFailure } from "@plumb/contract/failures/failures.ts";
import { type ChangedTests, maxQuarantined } from "@plumb/contract/failures/quarantine.ts";
import { type QuarantinedTest, quarantineTexts } from "@plumb/contract/tests/quarantine.ts";
import { expect, test } from "vitest";
import { call } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { failingProject, type Listed } from "#testing/failing-project.ts";

const refused = (port: number) => `connect ECONNREFUSED 10.0.0.7:${port}`;
const ambiguous = "strict mode violation: getByRole('button') resolved to 3 elements";

async function twoCauses() {
  const shop = await failingProject();
  await shop.run([
    ["cart", "opens", refused(3000)],
    ["cart", "closes", refused(3999)],
    ["pay", "by card", ambiguous],
  ]);
  const { data: groups } = await shop.get<FailureGroup[]>("groups?sortBy=occurrences");
  return {
    ...shop,
    groupIds: groups.map(({ id }) => id),
    send: (body: object, path = "quarantine") =>
      shop.post<ChangedTests>(`projects/${shop.projectId}/${path}`, {
        ...(path === "quarantine" && { kind: "quarantine", reason: "BUG-7", releaseAfter: 3 }),
        ...body,
      }),
    /** Titles of the tests in quarantine. */
    quarantined: async () => {
      const url = `/api/projects/${shop.projectId}/quarantine`;
      const { body } = await call<Listed<QuarantinedTest[]>>(shop.plumb, "GET", url, { token: shop.token });
      return body.data.map(({ titlePath }) => titlePath.at(-1) ?? "").toSorted();
    },
  };
}

test("a cause's tests go into quarantine together, and each has an audit event", async () => {
  await using shop = await twoCauses();
  const [refusedId] = shop.groupIds;
  const input = { groupIds: [refusedId] };
  const preview = await shop.send({ ...input, preview: true });
  expect(preview.body.data).toMatchObject({ testIds: { length: 2 }, names: { length: 2 }, unchanged: 0 });
  expect(await shop.quarantined()).toEqual([]);
  const { data } = (await shop.send(input)).body;
  expect(data.names.toSorted()).toEqual(["all › cart › closes", "all › cart › opens"]);
  expect(await shop.quarantined()).toEqual(["closes", "opens"]);
  const audited = await readRows(
    shop.plumb.context.db,
    "select target_id::integer as test from audit_event where action = 'quarantine.started' order by 1",
  );
  expect(audited).toEqual(data.testIds.toSorted((a, b) => a - b).map((id) => ({ test: id })));
  // Undo releases exactly these tests.
  expect((await shop.send({ testIds: data.testIds }, "quarantine/release")).body.data).toEqual({
    ...data,
    unchanged: 0,
  });
  expect(await shop.quarantined()).toEqual([]);
});

test("tests that are in quarantine already keep their reason", async () => {
  await using shop = await twoCauses();
  const { data: tests } = await shop.get<TestCaseFailure[]>("test-cases");
  const [first] = tests;
  await shop.send({ testCaseIds: [first?.id], reason: "BUG-1" });
  const again = (await shop.send({ matching: { list: "groups" }, kind: "mute" })).body.data;
  expect(again).toMatchObject({ testIds: { length: 2 }, unchanged: 1 });
  const rows = await readRows(shop.plumb.context.db, "select kind, reason from quarantine order by id");
  expect(rows).toEqual([
    { kind: "quarantine", reason: "BUG-1" },
    { kind: "mute", reason: "BUG-7" },
    { kind: "mute", reason: "BUG-7" },
  ]);
  const released = (await shop.send({ groupIds: shop.groupIds }, "quarantine/release")).body.data;
  expect(released).toMatchObject({ testIds: { length: 3 }, unchanged: 0 });
  expect((await shop.send({ groupIds: shop.groupIds }, "quarantine/release")).body.data).toEqual({
    testIds: [],
    names: [],
    unchanged: 3,
  });
});

test("a window or a filter limits the tests of a cause", async () => {
  await using shop = await twoCauses();
  const later = await shop.run([["cart", "opens", refused(3001)]]);
  const [refusedId] = shop.groupIds;
  const window = { timeWindow: "custom", runs: [later] };
  expect((await shop.send({ groupIds: [refusedId], window, preview: true })).body.data.names).toEqual([
    "all › cart › opens",
  ]);
  const card = { matching: { list: "tests" }, window: { testSearch: "card" } };
  expect((await shop.send({ ...card, preview: true })).body.data.names).toEqual(["all › pay › by card"]);
});

test("too many tests, a past end, and a group of another project change nothing", async () => {
  await using shop = await twoCauses();
  await shop.run(Array.from({ length: maxQuarantined + 1 }, (_, index) => ["many", `test ${index}`, refused(4000)]));
  const many = await shop.send({ matching: { list: "tests" } });
  expect(many).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("Nothing was changed") as string },
  });
  const past = await shop.send({ groupIds: shop.groupIds, endsAt: "2020-01-01T00:00:00Z" });
  expect(past).toMatchObject({ status: 400, body: { fields: { endsAt: quarantineTexts.past } } });
  expect((await shop.send({ groupIds: [999_999], testIds: [999_999], testCaseIds: [999_999] })).body.data).toEqual({
    testIds: [],
    names: [],
    unchanged: 0,
  });
  expect(await shop.quarantined()).toEqual([]);
});
