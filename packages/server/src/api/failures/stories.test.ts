import type { FailureStory } from "@plumb/contract/failures/story.ts";
import type { SentCommit } from "@plumb/contract/runs/commits.ts";
import { expect, test } from "vitest";
import { storiesOfGroups } from "#failures/story.ts";
import { call } from "#testing/app.ts";
import { failingProject } from "#testing/failing-project.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { rowsFetched } from "#testing/rows-fetched.ts";
import { statementsOf } from "#testing/statements-of.ts";

const hash = (n: number) => n.toString(16).padStart(4, "0").repeat(10);
const broken = "Error: total is 3&#10;    at total (/builds/shop/src/cart/total.ts:3:1)";
const otherError = "Error: the payment service does not answer";

type Cases = readonly (readonly [suite: string, name: string, error?: string])[];

/** Creates a project whose runs test numbered commits. */
async function project() {
  const made = await failingProject();
  const { plumb, key, token, projectId } = made;
  const read = async (path: string) =>
    call<{ data: FailureStory | null }>(plumb, "GET", `/api/analysis/${path}/story`, { token });
  const told = async (path: string): Promise<FailureStory> => {
    const response = await read(path);
    expect(response.status).toBe(200);
    return response.body.data as FailureStory;
  };
  const groupId = async (text = "total is 3") => {
    const rows = await readRows<{ id: number }>(
      plumb.context.db,
      `select group_id::float8 as id from failure_signature where message like '%${text}%' order by id limit 1`,
    );
    return rows[0]?.id ?? 0;
  };
  return {
    ...made,
    read,
    groupId,
    commits: async (numbers: readonly number[], changes: Partial<SentCommit> = {}) => {
      const commits = numbers.map((n) => ({
        hash: hash(n),
        parents: n === 1 ? [] : [hash(n - 1)],
        author: "Ada",
        authoredAt: "2026-03-04T09:00:00Z",
        committedAt: "2026-03-04T09:00:00Z",
        subject: `Change ${n}`,
        files: [`src/${n}.ts`],
        fileCount: 1,
        ...changes,
      }));
      expect(
        await call(plumb, "POST", "/api/ingest/commits", {
          token: key,
          body: { commits, repository: "https://git.test/shop" },
        }),
      ).toMatchObject({ status: 200 });
    },
    ran: (n: number, cases: Cases, query: Record<string, string> = {}) =>
      made.run(cases, { branch: "main", commit: hash(n), ...query }),
    event: async (title: string, minutesAgo: number, fields: object = {}) => {
      const at = new Date(plumb.time.now.getTime() - minutesAgo * 60_000).toISOString();
      const body = { kind: "deploy", title, at, ...fields };
      expect(await call(plumb, "POST", "/api/trends/events", { token: key, body })).toMatchObject({ status: 200 });
    },
    ofCause: async (text?: string) => told(`projects/${projectId}/groups/${await groupId(text)}`),
    ofFailure: async (order: "min" | "max" = "max") => {
      const rows = await readRows<{ id: number }>(
        plumb.context.db,
        `select ${order}(result_id)::float8 as id from failure`,
      );
      return told(`test-cases/${rows[0]?.id}`);
    },
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  };
}

const passing: Cases = [
  ["cart", "adds"],
  ["cart", "removes"],
];
const failing: Cases = [
  ["cart", "adds", broken],
  ["cart", "removes", broken],
];

test("a story has the first failure, the last pass, the commit, the event, the other tests and where it still passes", async () => {
  await using shop = await project();
  await shop.commits([1, 2]);
  const passed = await shop.ran(1, passing);
  await shop.event("Earlier", 30, { at: new Date(shop.plumb.time.now.getTime() - 30 * 3_600_000).toISOString() });
  await shop.event("Search 5", 0);
  await shop.event("Elsewhere", 0, { environment: "qa" });
  const began = await shop.ran(2, failing);
  const preview = await shop.ran(2, passing, { environment: "preview" });
  await shop.ran(2, failing);
  await shop.ran(2, [["cart", "adds", otherError]], { branch: "feature" });
  const expected = {
    branch: "main",
    began: { id: began, number: 2, orEarlier: false },
    lastPass: { id: passed, number: 1 },
    ended: null,
    suspect: {
      hash: hash(2),
      subject: "Change 2",
      author: "Ada",
      url: `https://git.test/shop/commit/${hash(2)}`,
      only: true,
    },
    event: { kind: "deploy", title: "Search 5", minutesBefore: 59, url: null },
    otherTests: 1,
    passesOn: [{ branch: "main", environment: "preview", run: { id: preview } }],
    owners: [],
    ticket: null,
    item: null,
  };
  expect(await shop.ofCause()).toMatchObject({ ...expected, state: "new" });
  expect(await shop.ofFailure("min")).toMatchObject({ ...expected, state: "new" });
});

test("facts that are not stored are empty", async () => {
  await using shop = await project();
  const began = await shop.run([["cart", "adds", broken]], {});
  expect(await shop.ofCause()).toMatchObject({
    branch: null,
    began: { id: began, orEarlier: false },
    lastPass: null,
    suspect: null,
    event: null,
    otherTests: 0,
    passesOn: [],
  });
  expect(await shop.ofFailure()).toMatchObject({ state: null, began: { id: began } });
});

test("one of several commits, and one of an unknown range, is a suspect", async () => {
  await using shop = await project();
  await shop.commits([1, 2, 3]);
  await shop.ran(1, passing);
  await shop.ran(3, failing);
  expect((await shop.ofCause()).suspect).toMatchObject({ only: false });
  await shop.ran(3, [["cart", "pays"]], { suite: "pay" });
  await shop.commits([5], { parents: [hash(4)] });
  await shop.ran(5, [["cart", "pays", otherError]], { suite: "pay" });
  expect((await shop.ofCause("payment service")).suspect).toMatchObject({ subject: "Change 5", only: false });
});

test("an event before the last pass did not break the test", async () => {
  await using shop = await project();
  await shop.event("Search 5", 10);
  await shop.ran(1, passing);
  await shop.ran(2, failing);
  expect((await shop.ofCause()).event).toBeNull();
});

test("a failure of an earlier period has the story of that period", async () => {
  await using shop = await project();
  const first = await shop.ran(1, failing);
  for (const n of [2, 3, 4]) await shop.ran(n, passing);
  const again = await shop.ran(5, failing);
  expect(await shop.ofFailure("min")).toMatchObject({ began: { id: first }, ended: { id: first }, passesOn: [] });
  expect(await shop.ofFailure("max")).toMatchObject({ state: "back", began: { id: again }, ended: null });
});

test("a few passes in between do not end a failure", async () => {
  await using shop = await project();
  await shop.ran(1, passing);
  const first = await shop.ran(2, failing);
  await shop.ran(3, passing);
  await shop.ran(4, failing);
  expect(await shop.ofFailure()).toMatchObject({ began: { id: first, onAndOff: true }, ended: null });
});

test("a cause that no longer fails has its first and last run", async () => {
  await using shop = await project();
  await shop.ran(1, passing);
  const first = await shop.ran(2, failing);
  const last = await shop.ran(3, failing);
  await shop.ran(4, passing);
  expect(await shop.ofCause()).toMatchObject({ state: "resolved", began: { id: first }, ended: { id: last } });
});

test("within a run, only its suite, environment and branch count", async () => {
  await using shop = await project();
  await shop.ran(1, passing);
  await shop.ran(2, failing);
  await shop.ran(2, passing, { branch: "feature" });
  const onFeature = await shop.ran(3, failing, { branch: "feature" });
  const groupId = await shop.groupId();
  const stories = await storiesOfGroups(shop.plumb.context.db, shop.projectId, {
    causes: [{ groupId, state: "new" }],
    runId: onFeature,
  });
  expect(stories.get(groupId)).toMatchObject({ state: "new", branch: "feature", began: { id: onFeature } });
});

test("a run that has not ended does not replace the beginning in an ended one", async () => {
  await using shop = await project();
  await shop.ran(1, passing);
  const began = await shop.ran(2, failing);
  const smoke = await shop.ran(3, failing, { suite: "smoke" });
  const story = async () => {
    const groupId = await shop.groupId();
    const request = { causes: [{ groupId, state: null }], runId: null };
    return (await storiesOfGroups(shop.plumb.context.db, shop.projectId, request)).get(groupId);
  };
  expect((await story())?.began).toMatchObject({ id: smoke });
  await runStatement(shop.plumb.context.db, "update run set status = 'running' where suite = 'smoke'");
  expect((await story())?.began).toMatchObject({ id: began });
});

test("deleted reports, even many of the latest ones, do not hide how a cause began", async () => {
  await using shop = await project();
  await shop.ran(1, passing);
  await shop.ran(2, failing);
  for (let n = 3; n <= 14; n++) await shop.ran(n, failing);
  await runStatement(shop.plumb.context.db, "update run set removed_at = started_at where number > 2");
  expect(await shop.ofCause()).toMatchObject({ began: { number: 2 }, lastPass: { number: 1 } });
});

test("an open item is part of the story, a resolved one is not", async () => {
  await using shop = await project();
  await shop.ran(1, passing);
  await shop.ran(2, failing);
  const { plumb, token, projectId } = shop;
  const groupId = await shop.groupId();
  const path = `/api/annotations/projects/${projectId}/annotations`;
  const body = { title: "Look into totals", message: "Ask the team", groupId };
  const created = await call<{ data: { id: number } }>(plumb, "POST", path, { token, body });
  expect((await shop.ofCause()).item).toEqual({ id: created.body.data.id, title: "Look into totals", assignee: null });
  const change = { token, body: { status: "resolved" } };
  expect(await call(plumb, "PUT", `/api/annotations/annotations/${created.body.data.id}/status`, change)).toMatchObject(
    { status: 200 },
  );
  expect((await shop.ofCause()).item).toBeNull();
});

test("a result that did not fail, and a cause that does not exist, are not found", async () => {
  await using shop = await project();
  await shop.ran(1, passing);
  const [row] = await readRows<{ id: number }>(shop.plumb.context.db, "select max(id)::float8 as id from result");
  expect(await shop.read(`test-cases/${row?.id}`)).toMatchObject({ status: 404 });
  expect(await shop.read("test-cases/999999")).toMatchObject({ status: 404 });
  expect(await shop.read(`projects/${shop.projectId}/groups/999999`)).toMatchObject({ status: 404 });
});

test("a batch of stories reads a bounded number of rows, with as many statements as one story", async () => {
  await using shop = await project();
  const names = Array.from(
    { length: 10 },
    (_, n) => `Error: ${"abcdefghij"[n]?.repeat(12)} is not supported by ${"klmnopqrst"[n]?.repeat(12)}`,
  );
  const cases = (errors: boolean): Cases =>
    names.map((error, n) => ["cart", `adds ${n}`, ...(errors ? [error] : [])] as never);
  await shop.ran(1, cases(false));
  let last = 0;
  for (let n = 2; n < 12; n++) last = await shop.ran(n, cases(true));
  const groups = await readRows<{ id: number }>(shop.plumb.context.db, "select id::float8 as id from failure_group");
  const causes = groups.map(({ id }) => ({ groupId: id, state: null }));
  expect(causes.length).toBeGreaterThanOrEqual(5);
  const fetched = await rowsFetched(
    shop.plumb.context.db,
    ["run", "result", "failure", "failure_signature"],
    async (db) => {
      const stories = await storiesOfGroups(db, shop.projectId, { causes, runId: null });
      expect([...stories.values()].map(({ began }) => began?.number)).toEqual(causes.map(() => 2));
    },
  );
  expect(fetched / causes.length).toBeLessThan(2000);
  const statements = async (requested: typeof causes) =>
    statementsOf(shop.plumb.context.db, (db) =>
      storiesOfGroups(db, shop.projectId, { causes: requested, runId: last }),
    );
  expect(await statements(causes)).toBe(await statements(causes.slice(0, 1)));
  expect(await statements(causes)).toBeLessThanOrEqual(9);
});

test("the stories of a report's causes are read together", async () => {
  await using shop = await project();
  await shop.commits([1, 2]);
  await shop.ran(1, [...passing, ["cart", "pays"]]);
  const began = await shop.ran(2, [...failing, ["cart", "pays", otherError]]);
  const ids = [await shop.groupId(), await shop.groupId("payment service"), 999_999];
  const { plumb, token } = shop;
  const read = (groupIds: string) =>
    call<{ data: readonly { groupId: number; story: FailureStory }[] }>(
      plumb,
      "GET",
      `/api/analysis/reports/${began}/stories?groupIds=${groupIds}`,
      { token },
    );
  const { data } = (await read(ids.join(","))).body;
  expect(data.map(({ groupId, story }) => [groupId, story.began?.id, story.suspect?.subject])).toEqual([
    [ids[0], began, "Change 2"],
    [ids[1], began, "Change 2"],
  ]);
  expect((await read(Array.from({ length: 21 }, (_, n) => n + 1).join(","))).status).toBe(400);
});
