import type {
  PathClassPreview,
  PathClassRules,
  ResolutionQuality,
  ResolvedCause,
} from "@plumb/contract/failures/resolutions.ts";
import { expect, test } from "vitest";
import { findResolutions } from "#failures/resolutions/find-resolutions.ts";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";
import { ignoreRevisions } from "#testing/revision-guard.ts";
import { findOwners } from "#tests/find-owners.ts";

type Cases = Parameters<typeof junit>[0];

interface Commit {
  readonly parents?: readonly string[];
  /** `null` for a commit from a shallow clone. */
  readonly files: readonly string[] | null;
  readonly fileCount?: number;
  readonly pullRequest?: string;
}

/** A full hash for a short name. */
function hash(name: string): string {
  return Buffer.from(name).toString("hex").padEnd(40, "0");
}

const refused = "connect ECONNREFUSED 10.0.0.7:5432";
const outdatedLocator = "strict mode violation: getByRole('button') resolved to 3 elements";
/** Named like the class of the tests. */
const testFile = "e2e/cart.ts";

async function project() {
  const plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  let build = 0;
  const later = (seconds: number) => {
    plumb.time.now = new Date(plumb.time.now.getTime() + seconds * 1000);
  };
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      await runJobs(plumb.context);
      later(60);
    }
    await runJobs(plumb.context);
  };
  const ask = <Data>(method: "GET" | "PUT" | "POST", path: string, body?: unknown) =>
    call<Data>(plumb, method, path, { token, body });
  return {
    plumb,
    projectId,
    token,
    settle,
    ask,
    /** Uploads a run at a commit of the main branch. */
    async run(cases: Cases, commit: string | null, query: Record<string, string> = {}) {
      build += 1;
      later(60);
      const at = commit === null ? {} : { commit: hash(commit) };
      const where = { suite: "shop", branch: "main", build: String(build), ...at, ...query };
      const { body } = await send(plumb, key, { "r.xml": junit(cases) }, where);
      await settle();
      return body.data.reportId;
    },
    async commits(commits: Readonly<Record<string, Commit>>) {
      const names = Object.keys(commits);
      for (const [index, [name, { parents, files, fileCount, pullRequest }]] of Object.entries(commits).entries()) {
        const before = parents ?? names.slice(Math.max(0, index - 1), index);
        const sent = {
          hash: hash(name),
          parents: before.map(hash),
          author: "Ana",
          authoredAt: plumb.time.now.toISOString(),
          committedAt: plumb.time.now.toISOString(),
          subject: name,
          files,
          fileCount: fileCount ?? files?.length ?? 0,
        };
        const { status } = await call(plumb, "POST", "/api/ingest/commits", {
          token: key,
          body: { commits: [sent], pullRequest },
        });
        expect(status).toBe(200);
      }
    },
    quality: async () =>
      (await ask<{ data: ResolutionQuality }>("GET", `/api/analysis/projects/${projectId}/resolutions`)).body.data,
    causes: async (query = "") =>
      (
        await ask<{ data: ResolvedCause[]; total: number }>(
          "GET",
          `/api/analysis/projects/${projectId}/resolutions/causes?${query}`,
        )
      ).body,
    [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose](),
  };
}

const failing: Cases = [["cart", "opens", refused]];
const passing: Cases = [["cart", "opens"]];

test.for([
  ["only test code", [testFile, "README.md"], { kind: "test", agreed: false }],
  ["only test code of another test", ["e2e/pay.ts"], { kind: "unrelated-test", agreed: true }],
  ["only application code", ["src/cart.ts"], { kind: "application", agreed: false }],
  ["only configuration", ["docker-compose.yml"], { kind: "configuration", agreed: true }],
  [
    "configuration and data",
    ["docker-compose.yml", "e2e/fixtures/a.json"],
    { kind: "configuration-and-data", agreed: true },
  ],
  ["only documentation", ["README.md"], { kind: "nothing", agreed: true }],
  ["test and application code", [testFile, "src/cart.ts"], { kind: null, reason: "mixed", agreed: null }],
  ["a file without a class", ["model.onnx"], { kind: null, reason: "unknown-paths", agreed: null }],
] as const)("a cause that ends when %s changed is compared with it", async ([, files, expected]) => {
  await using shop = await project();
  await shop.commits({ a: { files: ["src/cart.ts"] }, b: { files } });
  const failed = await shop.run(failing, "a");
  expect((await shop.causes()).data).toMatchObject([{ kind: null, reason: "failing", passed: null }]);
  const passed = await shop.run(passing, "b");
  expect((await shop.causes()).data).toMatchObject([
    {
      class: "Environment Issue",
      ...expected,
      failed: { runId: failed, commit: hash("a") },
      passed: { runId: passed, commit: hash("b") },
    },
  ]);
});

test("counts agreement by class, month and kind, and each figure lists its causes", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: [] }, b: { files: [testFile] }, c: { files: [testFile, "src/cart.ts"] } });
  await shop.run([...failing, ["cart", "closes", outdatedLocator]], "a");
  await shop.run(
    [
      ["cart", "opens"],
      ["cart", "closes"],
    ],
    "b",
  );
  await shop.run([["cart", "pays", "expected 3 to be 4"]], "b");
  await shop.run([["cart", "pays"]], "c");
  const quality = await shop.quality();
  expect(quality).toEqual({
    months: [
      { month: "2026-03", class: "Automation Script Error", causes: 1, agreed: 1 },
      { month: "2026-03", class: "Environment Issue", causes: 1, agreed: 0 },
    ],
    kinds: [{ kind: "test", causes: 2, agreed: 1 }],
    without: [{ reason: "mixed", causes: 1 }],
    pending: 0,
  });
  for (const { month, class: name, causes } of quality.months) {
    const query = new URLSearchParams({ month, class: name }).toString();
    expect((await shop.causes(query)).total).toBe(causes);
  }
  expect((await shop.causes("kind=test&agreed=true")).data).toMatchObject([{ message: outdatedLocator }]);
  expect((await shop.causes("reason=mixed")).total).toBe(1);
  expect((await shop.causes("month=2026-02")).total).toBe(0);
});

test("a passing run of the same commit means that nothing changed", async () => {
  await using shop = await project();
  await shop.run(failing, "a");
  await shop.run(passing, "a");
  expect((await shop.causes()).data).toMatchObject([{ kind: "nothing", agreed: true }]);
});

test("a cause that returns loses its label until it is resolved again", async () => {
  await using shop = await project();
  await shop.commits({
    a: { files: [] },
    b: { files: [testFile] },
    c: { files: ["src/cart.ts"] },
    d: { files: ["Dockerfile"] },
  });
  await shop.run(failing, "a");
  await shop.run(passing, "b");
  expect((await shop.causes()).data).toMatchObject([{ kind: "test" }]);
  await shop.run(failing, "c");
  expect((await shop.causes()).data).toMatchObject([{ kind: null, reason: "failing" }]);
  expect((await shop.quality()).months).toEqual([]);
  await shop.run(passing, "d");
  expect((await shop.causes()).data).toMatchObject([{ kind: "configuration" }]);
});

test("only runs with all failed tests of the cause resolve it", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: [] }, b: { files: ["src/cart.ts"] }, c: { files: [testFile] } });
  await shop.run(
    [
      ["cart", "opens", refused],
      ["cart", "closes", refused],
    ],
    "a",
  );
  await shop.run([["cart", "opens"]], "b");
  await shop.run(
    [
      ["cart", "opens"],
      ["cart", "closes", "expected 1"],
    ],
    "b",
  );
  expect((await shop.causes("reason=failing")).data.map(({ message }) => message)).toContain(refused);
  await shop.run(
    [
      ["cart", "opens"],
      ["cart", "closes"],
    ],
    "c",
  );
  expect((await shop.causes("reason=mixed")).data).toMatchObject([{ message: refused }]);
});

test("a run of another suite, environment or branch does not resolve a cause", async () => {
  await using shop = await project();
  await shop.run(failing, "a");
  await shop.run(passing, "a", { suite: "other" });
  await shop.run(passing, "a", { environment: "staging" });
  await shop.run(passing, "a", { branch: "fix" });
  expect((await shop.causes()).data).toMatchObject([{ reason: "failing" }]);
});

test("the main branch decides, even if the cause fails on another branch later", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: [] }, b: { files: [testFile] } });
  await shop.run(failing, "a");
  await shop.run(failing, "a", { branch: "abandoned" });
  await shop.run(passing, "b");
  expect((await shop.causes()).data).toMatchObject([{ kind: "test" }]);
});

test.for([
  ["commits are missing", { b: { parents: ["x"], files: [testFile] } }, "unknown-commits"],
  ["a commit has no files", { a: { files: [] }, b: { files: null } }, "unknown-commits"],
  ["not all files are listed", { a: { files: [] }, b: { files: [testFile], fileCount: 900 } }, "unknown-commits"],
  ["the history was rewritten", { a: { files: [] }, b: { parents: [], files: [testFile] } }, "rewritten"],
  ["an earlier commit was deployed again", { b: { files: [testFile] }, a: { files: [testFile] } }, "rewritten"],
  ["a pull request sent a commit", { a: { files: [] }, b: { files: [testFile], pullRequest: "7" } }, "pull-request"],
] as const)("has no label if %s", async ([, commits, reason]) => {
  await using shop = await project();
  await shop.commits(commits);
  await shop.run(failing, "a");
  await shop.run(passing, "b");
  expect((await shop.causes()).data).toMatchObject([{ kind: null, reason }]);
});

test("runs without a commit or of a pull request give no label", async () => {
  await using shop = await project();
  await shop.run(failing, null);
  await shop.run(passing, null);
  await shop.run([["cart", "pays", outdatedLocator]], "a", { branch: "pr", pullRequest: "7" });
  await shop.run([["cart", "pays"]], "a", { branch: "pr", pullRequest: "7" });
  expect((await shop.quality()).without).toEqual([
    { reason: "unknown-commits", causes: 1 },
    { reason: "pull-request", causes: 1 },
  ]);
});

test("a pull request from a branch named main decides nothing about the main branch", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: [] }, b: { files: [testFile] } });
  await shop.run(failing, "a");
  await shop.run(passing, "a", { pullRequest: "7" });
  expect((await shop.causes()).data).toMatchObject([{ reason: "failing" }]);
  await shop.run(failing, "a", { pullRequest: "8" });
  await shop.run(passing, "b");
  expect((await shop.causes()).data).toMatchObject([{ kind: "test" }]);
});

test("a merged branch counts with its own commits only", async () => {
  await using shop = await project();
  await shop.commits({
    old: { files: ["src/cart.ts"] },
    a: { parents: ["old"], files: ["src/cart.ts"] },
    side: { parents: ["old"], files: [testFile] },
    merge: { parents: ["a", "side"], files: [] },
  });
  await shop.run(failing, "a");
  await shop.run(passing, "merge");
  expect((await shop.causes()).data).toMatchObject([{ kind: "test" }]);
});

test("commits that arrive after the passing run are used", async () => {
  await using shop = await project();
  await shop.run(failing, "a");
  await shop.run(passing, "b");
  expect((await shop.causes()).data).toMatchObject([{ reason: "unknown-commits" }]);
  await shop.commits({ a: { files: [] }, b: { files: [testFile] } });
  await shop.run([["cart", "pays"]], "b");
  expect((await shop.causes()).data).toMatchObject([{ kind: "test" }]);
});

test("a decision of a user does not change the comparison of the engine", async () => {
  await using shop = await project();
  await shop.run(failing, "a");
  await shop.run(passing, "a");
  const [cause] = (await shop.causes()).data;
  await shop.ask("POST", `/api/analysis/projects/${shop.projectId}/groups/reclassify`, {
    groupIds: [cause?.groupId],
    primaryClass: "Application Defect",
  });
  await shop.settle();
  expect((await shop.causes()).data).toMatchObject([{ class: "Environment Issue", kind: "nothing", agreed: true }]);
});

test("a change of the path classes compares resolved causes again, and reports how many are left", async () => {
  await using shop = await project();
  const path = `/api/projects/${shop.projectId}/path-classes`;
  await shop.commits({ a: { files: [] }, b: { files: ["src/main/java/LoginScreen.java"] } });
  await shop.run(failing, "a");
  await shop.run(passing, "b");
  expect((await shop.causes()).data).toMatchObject([{ kind: "application" }]);
  const { body } = await shop.ask<{ data: PathClassRules }>("PUT", path, { rules: "src/main/ test", version: 0 });
  expect(body.data).toMatchObject({ version: 1, problems: [], pending: 1 });
  expect((await shop.quality()).pending).toBe(1);
  await shop.settle();
  expect((await shop.quality()).pending).toBe(0);
  expect((await shop.causes()).data).toMatchObject([{ kind: "unrelated-test", agreed: true }]);
  const conflict = await shop.ask<object>("PUT", path, { rules: "", version: 0 });
  expect(conflict.status).toBe(409);
});

test("the preview shows the classes of changed files without storing anything", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: ["src/cart.ts", "e2e/cart.spec.ts", "a.onnx"] } });
  const { body } = await shop.ask<{ data: PathClassPreview }>(
    "POST",
    `/api/projects/${shop.projectId}/path-classes/preview`,
    { rules: "src/ data\nlib/ nonsense" },
  );
  expect(body.data).toEqual({
    problems: [{ line: 2, reason: "Unknown class; use test, application, configuration, data, ignored" }],
    classes: [
      { class: "test", files: 1, examples: ["e2e/cart.spec.ts"] },
      { class: "data", files: 1, examples: ["src/cart.ts"] },
      { class: null, files: 1, examples: ["a.onnx"] },
    ],
    looked: 3,
    files: 3,
  });
  expect(await readRows(shop.plumb.context.db, "select * from path_class_rules")).toEqual([]);
});

test("running the search again changes nothing", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: [] }, b: { files: [testFile] } });
  await shop.run(failing, "a");
  await shop.run(passing, "b");
  const rows = () => readRows(shop.plumb.context.db, "select *, xmin::text as written from cause_resolution");
  const before = await rows();
  await shop.run(passing, "b");
  expect(await rows()).toEqual(before);
});

test("concurrent searches store one resolution per cause", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: [] }, b: { files: [testFile] } });
  await shop.run([...failing, ["cart", "pays", outdatedLocator]], "a");
  await shop.run([...passing, ["cart", "pays"]], "b");
  const { db, clock, threads } = shop.plumb.context;
  await runStatement(db, "delete from cause_resolution");
  const { signal } = new AbortController();
  const finderOf = (rules: string) => findOwners(threads, rules, signal);
  const search = () => findResolutions({ db, projectId: shop.projectId, now: clock(), signal, finderOf });
  await Promise.all([search(), search()]);
  expect((await shop.causes()).total).toBe(2);
  expect(await search()).toBe(0);
});

test("merged causes have one resolution, that of all their failures", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: [] }, b: { files: ["src/cart.ts"] }, c: { files: [testFile] } });
  await shop.run([...failing, ["cart", "pays", outdatedLocator]], "a");
  await shop.run([...passing, ["cart", "pays", outdatedLocator]], "b");
  await shop.run([["cart", "pays"]], "c");
  const before = await shop.causes();
  expect(before.data.map(({ kind }) => kind)).toEqual(["test", "application"]);
  const groupIds = before.data.map(({ groupId }) => groupId);
  await shop.ask("POST", `/api/analysis/projects/${shop.projectId}/groups/merge`, { groupIds });
  await shop.run([["cart", "pays"]], "c");
  // The last failing run only had the test that passed last.
  expect((await shop.causes()).data).toMatchObject([{ kind: "test" }]);
});

test("a resolution outlives its runs", async () => {
  await using shop = await project();
  await shop.commits({ a: { files: [] }, b: { files: [testFile] } });
  await shop.run(failing, "a");
  await shop.run(passing, "b");
  const { db } = shop.plumb.context;
  await db.transaction().execute(async (transaction) => {
    await ignoreRevisions(transaction);
    await runStatement(transaction, "update run set removed_at = now()");
    await runStatement(transaction, "update failure set gone = true");
  });
  await shop.run([["cart", "pays"]], "b");
  expect((await shop.causes()).data).toMatchObject([
    { kind: "test", failed: { runId: null, commit: hash("a") }, passed: { runId: null, commit: hash("b") } },
  ]);
});
