import type { DuplicateProposal } from "@plumb/contract/failures/duplicates.ts";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

const lost = "Could not load the basket of the customer";
const lostLate = "Could not load the basket of the customer for long";
const otherHost = (host: string) => `page.goto: net::ERR_CONNECTION_REFUSED at http://${host}/cart`;
const otherElement = (name: string) =>
  `locator.click: strict mode violation: getByRole('button', { name: '${name}' }) resolved to 3 elements`;

interface Listed {
  readonly data: DuplicateProposal[];
  readonly total: number;
  readonly notCompared: number;
}

async function project(...runs: Parameters<typeof junit>[0][]) {
  const plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  let build = 0;
  const run = async (cases: Parameters<typeof junit>[0]) => {
    build += 1;
    await send(plumb, key, { "r.xml": junit(cases) }, { suite: "shop", build: String(build) });
    await runJobs(plumb.context);
  };
  for (const cases of runs) await run(cases);
  const of = `/api/analysis/projects/${projectId}`;
  const get = async <Body>(path: string) => (await call<Body>(plumb, "GET", `${of}/${path}`, { token })).body;
  const groups = async () => (await get<{ data: FailureGroup[] }>("groups?timeWindow=custom")).data;
  const request = (method: "POST" | "PUT", path: string, body: unknown) =>
    call<{ data: { decisionId: number }; error?: string }>(plumb, method, `${of}/${path}`, { token, body });
  return {
    run,
    groups,
    idOf: async (text: string) =>
      (await groups()).find(({ representativeError }) => representativeError.endsWith(text))?.id ?? 0,
    duplicates: (window = "timeWindow=custom") => get<Listed>(`duplicates?${window}`),
    post: (path: string, body: unknown = {}) => request("POST", path, body),
    put: (path: string, body: unknown) => request("PUT", path, body),
    [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose](),
  };
}

const nearMiss = () =>
  project(
    [
      ["cart", "opens", lost],
      ["cart", "empties", lost],
      ["cart", "fills", lost],
    ],
    [
      ["cart", "opens", lostLate],
      ["cart", "empties", lostLate],
    ],
  );

test("two similar causes of the same tests are suggested, with the reason and the result", async () => {
  await using shop = await nearMiss();
  expect(await shop.groups()).toHaveLength(2);
  const { data, total, notCompared } = await shop.duplicates();
  expect({ total, notCompared }).toEqual({ total: 1, notCompared: 0 });
  expect(data).toMatchObject([
    {
      by: "words",
      sharedWords: 7,
      sharedTests: 2,
      sharedRuns: 0,
      merged: { failures: 5, tests: 3, runs: 2 },
      causes: [
        { id: await shop.idOf("customer"), failures: 3, tests: 3, runs: 1, onlyHere: [] },
        { failures: 2, tests: 2, runs: 1, onlyHere: ["for", "long"] },
      ],
    },
  ]);
  const [proposal] = data;
  const merged = await shop.post("groups/merge", { groupIds: proposal?.causes.map(({ id }) => id) });
  expect(await shop.groups()).toHaveLength(1);
  expect((await shop.duplicates()).data).toEqual([]);
  await shop.post(`decisions/${merged.body.data.decisionId}/undo`);
  expect((await shop.duplicates()).data).toEqual(data);
});

test("causes with another host, element, status or number are not suggested, even for the same tests", async () => {
  const pairs = [
    [otherHost("shop.test"), otherHost("pay.test")],
    [otherElement("Pay"), otherElement("Back")],
    ["Request for the basket failed with status code 404", "Request for the basket failed with status code 500"],
    ["the basket says Expected: 200 and Received: 500", "the basket says Expected: 7 and Received: 8"],
  ];
  await using shop = await project(
    pairs.map(([one], index) => ["cart", `does ${"abcd"[index]}`, one ?? ""]),
    pairs.map(([, other], index) => ["cart", `does ${"abcd"[index]}`, other ?? ""]),
  );
  expect((await shop.groups()).length).toBeGreaterThanOrEqual(8);
  expect((await shop.duplicates()).data).toEqual([]);
});

test("causes marked as different are not suggested until that is undone", async () => {
  await using shop = await nearMiss();
  const ids = (await shop.groups()).map(({ id }) => id);
  const response = await shop.post("groups/keep-apart", { groupIds: ids });
  expect((await shop.duplicates()).data).toEqual([]);
  // The same failures occur again.
  await shop.run([
    ["cart", "opens", lost],
    ["cart", "empties", lostLate],
  ]);
  expect((await shop.duplicates()).data).toEqual([]);
  await shop.post(`decisions/${response.body.data.decisionId}/undo`);
  expect((await shop.duplicates()).data).toHaveLength(1);
  expect(new Set((await shop.groups()).map(({ id }) => id))).toEqual(new Set(ids));
  expect(await shop.post("groups/keep-apart", { groupIds: [ids[0], ids[0]] })).toMatchObject({ status: 400 });
});

test("undoing the mark keeps later merges", async () => {
  await using shop = await nearMiss();
  const ids = (await shop.groups()).map(({ id }) => id);
  const response = await shop.post("groups/keep-apart", { groupIds: ids });
  await shop.post("groups/merge", { groupIds: ids });
  await shop.post(`decisions/${response.body.data.decisionId}/undo`);
  expect(await shop.groups()).toHaveLength(1);
});

test("the engine does not merge causes marked as different", async () => {
  const words = [
    "ada",
    "bob",
    "cyd",
    "dan",
    "eve",
    "fay",
    "gus",
    "hal",
    "ivy",
    "jon",
    "kim",
    "leo",
    "may",
    "ned",
    "oda",
    "pat",
    "quo",
    "rex",
    "sam",
    "tom",
    "uma",
    "vic",
    "wes",
    "xia",
    "yan",
    "zoe",
  ];
  const without = (...left: string[]) => words.filter((word) => !left.includes(word)).join(" ");
  const one = without("ada", "bob", "cyd", "dan");
  const other = without("kim", "leo", "may", "ned");
  await using shop = await project([
    ["names", "first", one],
    ["names", "second", other],
  ]);
  const ids = (await shop.groups()).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  await shop.post("groups/keep-apart", { groupIds: ids });
  // Similar to both causes, so it would normally join them.
  await shop.run([["names", "third", without("ada", "kim")]]);
  expect(new Set((await shop.groups()).map(({ id }) => id))).toEqual(new Set(ids));
});

test.for([
  [
    "pinned",
    (shop: Awaited<ReturnType<typeof project>>, ids: number[]) => shop.put(`groups/${ids[0]}/pin`, { pinned: true }),
  ],
  [
    "classed differently by people",
    async (shop: Awaited<ReturnType<typeof project>>, ids: number[]) => {
      const say = (groupId: number | undefined, primaryClass: string) =>
        shop.post("reclassify", { groupIds: [groupId], primaryClass });
      await say(ids[0], "Environment Issue");
      await say(ids[1], "Test Data Issue");
    },
  ],
  [
    "split by people",
    async (shop: Awaited<ReturnType<typeof project>>, ids: number[]) => {
      const [stays] = await shop.groups();
      const away = (await shop.groups()).find(({ id }) => id !== stays?.id)?.signatureHash;
      await shop.post("groups/merge", { groupIds: [stays?.id, ...ids.filter((id) => id !== stays?.id)] });
      await shop.post(`groups/${stays?.id}/split`, { signatures: [away] });
    },
  ],
] as const)("causes that are %s are not suggested", async ([, change]) => {
  await using shop = await nearMiss();
  const ids = (await shop.groups()).map(({ id }) => id);
  await change(shop, ids);
  expect(await shop.groups()).toHaveLength(2);
  expect((await shop.duplicates()).data).toEqual([]);
});

test("the cause classified by a user is kept, however few its failures", async () => {
  await using shop = await nearMiss();
  const fewer = await shop.idOf("long");
  const primaryClass = (await shop.groups())[0]?.primaryClass ?? "Application Defect";
  await shop.post("reclassify", { groupIds: [fewer], primaryClass });
  const [proposal] = (await shop.duplicates()).data;
  expect(proposal?.causes[0]).toMatchObject({ id: fewer, decidedBy: "person" });
});

test("considers only causes of the time window", async () => {
  await using shop = await nearMiss();
  expect((await shop.duplicates("timeWindow=custom&endDate=2000-01-01")).data).toEqual([]);
});
