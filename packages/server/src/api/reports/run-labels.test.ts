import type { Report } from "@plumb/contract/runs/reports.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

/** One query parameter, or several with the same name. */
type Query = [name: string, value: string][];

async function labelled(plumb: TestApp) {
  const { token, key, projectId } = await seedProject(plumb);
  let files = 0;
  const report = async (id: number) =>
    (await call<{ data: Report }>(plumb, "GET", `/api/reports/${id}`, { token })).body.data;
  return {
    token,
    key,
    projectId,
    report,
    upload: (query: Query, name = "adds") => {
      files += 1;
      return send(plumb, key, { [`${files}.xml`]: junit([["cart", `${name}${files}`]]) }, query);
    },
    numbers: async (query: Query) => {
      const search = new URLSearchParams([["projectId", String(projectId)], ...query]).toString();
      const { body } = await call<{ data: Report[] }>(plumb, "GET", `/api/reports?${search}`, { token });
      return body.data.map(({ number }) => number);
    },
    get: async <Data>(path: string) => (await call<{ data: Data }>(plumb, "GET", path, { token })).body.data,
  };
}

const build = (id: string): Query => [
  ["build", id],
  ["suite", "web"],
];

test("tags and facts of an upload are stored normalised", async () => {
  await using plumb = await createTestApp();
  const { upload, report } = await labelled(plumb);
  const sent = await upload([
    ["tag", " nightly "],
    ["tag", "Nightly"],
    ["tag", "<b>bold</b>"],
    ["fact", "Browser=chrome-143"],
    ["fact", "args=--a=b"],
    ["fact", "city=Zürich"],
  ]);
  expect(sent.status).toBe(200);
  expect(await report(sent.body.data.reportId)).toMatchObject({
    tags: ["nightly", "<b>bold</b>"],
    facts: ["browser=chrome-143", "args=--a=b", "city=Zürich"],
  });
});

test("form fields can be repeated like query parameters", async () => {
  await using plumb = await createTestApp();
  const { key, report } = await labelled(plumb);
  const form = new FormData();
  for (const fact of ["os=linux", "browser=chrome-143"]) form.append("fact", fact);
  form.append("tag", "nightly");
  form.append("files", new Blob([junit([["cart", "adds"]])]), "a.xml");
  const request = new Request("http://plumb.test", { method: "POST", body: form });
  const response = await plumb.app.inject({
    method: "POST",
    url: "/api/ingest/uploads",
    headers: { authorization: `Bearer ${key}`, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(await report(response.json<{ data: { reportId: number } }>().data.reportId)).toMatchObject({
    tags: ["nightly"],
    facts: ["os=linux", "browser=chrome-143"],
  });
});

test.for<[what: string, query: Query, field: string, message: string]>([
  ["a fact without a key", [["fact", "=chrome"]], "fact", 'The fact "=chrome" has no key before its ='],
  ["a fact without =", [["fact", "chrome"]], "fact", "Write a fact as key=value, such as browser=chrome-143"],
  ["a line break", [["tag", "a\nb"]], "tag", 'The tag "a b" contains a line break'],
  ["51 tags", Array.from({ length: 51 }, (_, n) => ["tag", `t${n}`]), "tag", "at most 50 tags"],
  ["10,000 tags", Array.from({ length: 10_000 }, (_, n) => ["tag", `t${n}`]), "tag", "at most 50 tags"],
  ["a long tag", [["tag", "x".repeat(300)]], "tag.0", "at most 200 characters"],
])("%s is rejected with a clear message, and nothing is stored", async ([, query, field, message]) => {
  await using plumb = await createTestApp();
  const { upload } = await labelled(plumb);
  const { status, body } = await upload(query);
  expect(status).toBe(400);
  expect((body as unknown as { fields: Record<string, string> }).fields[field]).toContain(message);
  expect(await readRows(plumb.context.db, "select id from run")).toEqual([]);
});

test("different values from parts of one run are all kept, with those of each part", async () => {
  await using plumb = await createTestApp();
  const { upload, report, get, projectId } = await labelled(plumb);
  await upload([...build("1"), ["fact", "browser=chrome-143"], ["tag", "nightly"]]);
  const second = await upload([...build("1"), ["fact", "browser=firefox-140"], ["tag", "NIGHTLY"]]);
  expect(await report(second.body.data.reportId)).toMatchObject({
    number: 1,
    tags: ["nightly"],
    facts: ["browser=chrome-143", "browser=firefox-140"],
  });
  await runJobs(plumb.context);
  const [added] = await get<{ id: number }[]>(`/api/projects/${projectId}/tests?view=all&search=adds1`);
  expect(await get(`/api/projects/${projectId}/tests/${added?.id}/executions`)).toMatchObject([
    { facts: ["browser=chrome-143"] },
  ]);
  expect(await readRows(plumb.context.db, "select facts from upload order by id")).toEqual([
    { facts: ["browser=chrome-143"] },
    { facts: ["browser=firefox-140"] },
  ]);
});

/** Returns 50 tags with these numbers. */
const tags = (from: number): Query => Array.from({ length: 50 }, (_, n) => ["tag", `t${from + n}`]);

test("a run keeps at most 200 tags, and a warning names how many were left out", async () => {
  await using plumb = await createTestApp();
  const { upload, report } = await labelled(plumb);
  for (const from of [0, 50, 100, 150]) await upload([...build("1"), ...tags(from)]);
  const last = await upload([...build("1"), ...tags(195)]);
  expect((await report(last.body.data.reportId)).tags).toHaveLength(200);
  expect(last.body.data.problems).toContainEqual(
    expect.objectContaining({ reason: "45 tags or facts were left out: a run can have 200 of each." }),
  );
});

test("reports, trends and tests are filtered by tag and fact, and offer their values", async () => {
  await using plumb = await createTestApp();
  const { upload, numbers, get, projectId } = await labelled(plumb);
  await upload([...build("1"), ["fact", "browser=chrome-143"], ["fact", "os=linux"], ["tag", "nightly"]], "first");
  await upload([...build("2"), ["fact", "browser=firefox-140"], ["fact", "os=linux"]], "second");
  await upload(build("3"), "third");
  await runJobs(plumb.context);
  expect(await numbers([["fact", "browser=chrome-143"]])).toEqual([1]);
  // As users write it in an address, without encoding the second =.
  expect(await get(`/api/reports?projectId=${projectId}&fact=browser=chrome-143`)).toMatchObject([{ number: 1 }]);
  expect(
    await numbers([
      ["fact", "browser=chrome-143"],
      ["fact", "BROWSER=firefox-140"],
    ]),
  ).toEqual([2, 1]);
  expect(
    await numbers([
      ["fact", "browser=chrome-143"],
      ["fact", "os=macos"],
    ]),
  ).toEqual([]);
  expect(
    await numbers([
      ["fact", "os=linux"],
      ["tag", "nightly"],
    ]),
  ).toEqual([1]);
  const options = { fact: ["browser=chrome-143", "browser=firefox-140", "os=linux"], tag: ["nightly"] };
  const offered = await get<typeof options>(`/api/reports/filters?projectId=${projectId}`);
  expect({ fact: offered.fact.toSorted(), tag: offered.tag }).toEqual(options);
  expect(await get(`/api/reports/filters?projectId=${projectId}&find=FIREFOX`)).toMatchObject({
    fact: ["browser=firefox-140"],
    tag: [],
  });
  const titles = async (query: string) =>
    (await get<{ titlePath: string[] }[]>(`/api/projects/${projectId}/tests?${query}`))
      .map(({ titlePath }) => titlePath.at(-1) ?? "")
      .toSorted((a, b) => (a < b ? -1 : 1));
  expect(await titles("fact=os%3Dlinux")).toEqual(["first1", "second2"]);
  expect(await titles("fact=os%3Dlinux&tag=nightly")).toEqual(["first1"]);
  expect(await titles("fact=os%3Dlinux&testSuite=api")).toEqual([]);
  expect(await titles("fact=os%3Dwindows")).toEqual([]);
  expect(await titles("fact=os%3Dlinux&fact=os%3Dwindows&tag=")).toEqual(["first1", "second2"]);
  const trend = await get<{ total_runs: number }>(`/api/trends/summary?projectId=${projectId}&fact=os%3Dlinux`);
  expect(trend.total_runs).toBe(2);
});

test("reports and tests without an excluded value stay, and a query lists the same as its filters", async () => {
  await using plumb = await createTestApp();
  const { upload, numbers, get, projectId, token } = await labelled(plumb);
  await upload([...build("1"), ["branch", "main"], ["tag", "smoke"], ["fact", "os=linux"]], "first");
  await upload([...build("2"), ["branch", "next"], ["tag", "slow"], ["fact", "os=windows"]], "second");
  await upload(build("3"), "third");
  await runJobs(plumb.context);
  const titles = async (query: string) =>
    (await get<{ titlePath: string[] }[]>(`/api/projects/${projectId}/tests?${query}`))
      .map(({ titlePath }) => titlePath.at(-1) ?? "")
      .toSorted((a, b) => (a < b ? -1 : 1));
  for (const [not, query, reports, tests] of [
    ["tag:smoke", "-tag:smoke", [3, 2], ["second2", "third3"]],
    ["tag:SMOKE", "-tag:SMOKE", [3, 2, 1], ["first1", "second2", "third3"]],
    ["branch:main", "-branch:main", [3, 2], ["second2", "third3"]],
    ["fact:os=linux", "-fact:os=linux", [3, 2], ["second2", "third3"]],
    ["environment:default", "-environment:default", [], []],
    ["owner:nobody", "-owner:nobody", [3, 2, 1], ["first1", "second2", "third3"]],
  ] as const) {
    expect([not, await numbers([["not", not]]), await titles(`not=${not}`)]).toEqual([not, reports, tests]);
    expect([query, await numbers([["q", query]]), await titles(`q=${query}`)]).toEqual([query, reports, tests]);
  }
  expect(await titles("q=-tag:smoke,slow")).toEqual(["third3"]);
  expect(await titles("q=-suite:web")).toEqual([]);
  expect(await titles("q=is:unowned%20-tag:slow%20first")).toEqual(["first1"]);
  expect(await numbers([["q", "status:completed -tag:slow #1"]])).toEqual([1]);
  const headers = { authorization: `Bearer ${token}` };
  const csv = await plumb.app.inject({ url: `/api/projects/${projectId}/tests/csv?not=tag:smoke`, headers });
  const [header = "", ...lines] = csv.payload.trimEnd().split("\r\n");
  expect(header).toMatch(/^\u{FEFF}id,file,titlePath,variant,tags,owner,state,/u);
  expect(new Set(lines.map((line) => line.split(",")[2]?.split(" › ").at(-1)))).toEqual(new Set(["second2", "third3"]));
  expect(lines).toHaveLength(2);
  expect(await get(`/api/trends/flaky-tests?projectId=${projectId}&q=is:all%20first`)).toMatchObject([
    { titlePath: expect.arrayContaining(["first1"]) as string[] },
  ]);
});

test("a live reporter sends tags and facts when it opens its run", async () => {
  await using plumb = await createTestApp();
  const { key, report } = await labelled(plumb);
  const open = (body: object) =>
    call<{ data: { reportId: number } }>(plumb, "POST", "/api/ingest/runs", {
      token: key,
      body: { clientId: "a", suite: "web", ...body },
    });
  const opened = await open({ tags: ["nightly"], facts: ["browser=chrome-143"] });
  await open({ tags: ["nightly"], facts: ["browser=chrome-143"] });
  expect(await report(opened.body.data.reportId)).toMatchObject({ tags: ["nightly"], facts: ["browser=chrome-143"] });
  expect(await readRows(plumb.context.db, "select facts from upload")).toEqual([{ facts: ["browser=chrome-143"] }]);
  expect(await open({ clientId: "b", facts: ["=x"] })).toMatchObject({
    status: 400,
    body: { fields: { facts: 'The fact "=x" has no key before its =' } },
  });
});
