import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { expect, test } from "vitest";
import { Spool } from "./spool.ts";
import { RunReporter } from "./reporter.ts";
import { sendSpool } from "./send-spool.ts";
import type { ReporterOptions } from "./settings.ts";
import { createRepository } from "#testing/git-repository.ts";
import { startStubLiveServer, refusal } from "#testing/stub-live-server.ts";

const printed = (text: string): ResultEvent => ({ kind: "stdout", stream: "stdout", text });

function reporterSandbox() {
  const cwd = mkdtempSync(join(tmpdir(), "plumb-core-"));
  const messages: string[] = [];
  const spool = join(cwd, ".plumb", "spool");
  return {
    cwd,
    said: messages,
    spooled: () => (existsSync(spool) ? readdirSync(spool).filter((name) => name.endsWith(".ndjson")) : []),
    loaded: async (name: string) => Spool.load(join(spool, name)),
    reporter: (options: ReporterOptions, env: Record<string, string> = {}) =>
      new RunReporter({ apiKey: "plumb_secret", ...options }, { cwd, env, print: (line) => void messages.push(line) }),
    [Symbol.dispose]: () => rmSync(cwd, { recursive: true, force: true }),
  };
}

const facts = { framework: "mocha" };

test("facts of a run come from options, then variables, then the CI system", async () => {
  await using server = await startStubLiveServer();
  using here = reporterSandbox();
  const env = {
    PLUMB_SUITE: "from variables",
    PLUMB_BRANCH: "feature/x",
    PLUMB_TAGS: "nightly, ,slow",
    CI_PIPELINE_ID: "91",
    GITLAB_CI: "true",
    CI_COMMIT_BRANCH: "main",
  };

  const reporter = here.reporter({ url: `${server.url}/`, suite: "from options" }, env);
  reporter.begin({ ...facts, suite: "from the tool", shard: { current: 1, total: 2 } });
  await reporter.finish();

  expect(server.opened[0]).toMatchObject({
    framework: "mocha",
    suite: "from options",
    branch: "feature/x",
    build: "91",
    tags: ["nightly", "slow"],
    shard: { current: 1, total: 2 },
  });
});

test("the newest commits are sent, unless an option or a variable says no", async () => {
  await using server = await startStubLiveServer();
  using here = reporterSandbox();
  using repository = createRepository(here.cwd);
  const hash = repository.commit("One", { "a.ts": "1" });
  for (const [options, env] of [
    [{ commits: false }, {}],
    [{}, { PLUMB_COMMITS: "off" }],
  ] as const) {
    const silent = here.reporter({ url: server.url, ...options }, env);
    silent.begin(facts);
    await silent.finish();
  }
  expect(server.commits).toEqual([]);
  const reporter = here.reporter({ url: server.url });
  reporter.begin(facts);
  await reporter.finish();
  expect(server.commits).toMatchObject([{ hashes: [hash] }, { commits: [{ hash, files: ["a.ts"] }] }]);
  expect(server.opened).toHaveLength(3);
});

test("commits that the server does not accept change nothing for the results", async () => {
  await using server = await startStubLiveServer((step) => (step === "commits" ? "hang" : null));
  using here = reporterSandbox();
  using repository = createRepository(here.cwd);
  repository.commit("One", { "a.ts": "1" });
  const reporter = here.reporter({ url: server.url });
  reporter.begin(facts);
  reporter.event(printed("a"));
  await reporter.finish();
  expect(server.completed).toHaveLength(1);
  expect(here.said).toEqual([expect.stringContaining("/reports/7")]);
});

test("a server that was unreachable for a while receives everything once and in order", async () => {
  await using server = await startStubLiveServer((step, before) => {
    if (step === "events" && before < 2) return before === 0 ? refusal(503, "unavailable", "Away") : "cut";
    return step === "artifact" && before === 0 ? refusal(500, "internal", "Oops") : null;
  });
  using here = reporterSandbox();
  writeFileSync(join(here.cwd, "shot.png"), "png");

  const reporter = here.reporter({ url: server.url });
  reporter.begin(facts);
  for (let index = 0; index < 20; index += 1) reporter.event(printed(`${index} ${"x".repeat(100_000)}`));
  reporter.file({ name: "shot", contentType: "image/png", path: join(here.cwd, "shot.png") });
  await reporter.finish();

  expect(server.events().map((event) => event.kind === "stdout" && event.text.split(" ")[0])).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index)),
  );
  expect(server.files.map(({ content }) => content)).toEqual(["png"]);
  expect(server.completed).toHaveLength(1);
  expect(here.said.at(-1)).toBe(`Plumb: ${server.url}/reports/7`);
  expect(here.said).toHaveLength(2);
  expect(here.spooled()).toEqual([]);
});

test("batches reported as missing are sent again", async () => {
  await using server = await startStubLiveServer();
  using here = reporterSandbox();
  const reporter = here.reporter({ url: server.url });
  reporter.begin(facts);
  for (let index = 0; index < 12; index += 1) reporter.event(printed(`${index} ${"x".repeat(100_000)}`));
  await expect.poll(() => server.batches.length).toBeGreaterThan(0);
  // Simulates a server that was restored from a backup.
  server.batches.length = 0;
  reporter.event(printed("last"));
  await reporter.finish();

  expect(server.events()).toHaveLength(13);
  expect(server.completed).toHaveLength(1);
});

test("gives up at the time limit if the server never responds", async () => {
  await using server = await startStubLiveServer((step) => (step === "events" ? "hang" : null));
  using here = reporterSandbox();
  const reporter = here.reporter({ url: server.url, timeout: 0.2 });
  reporter.begin(facts);
  reporter.event(printed("kept"));
  await reporter.finish();

  expect(here.said).toEqual([
    expect.stringMatching(/^Plumb: 1 batch could not be sent and is kept in .*plumb upload --spool$/),
  ]);
  expect(here.spooled()).toHaveLength(1);
});

test("the time limit to reach the server starts with the first call, and no longer applies once it responded", async () => {
  await using server = await startStubLiveServer();
  using here = reporterSandbox();
  const reporter = here.reporter({ url: server.url });
  const waits = { endMs: 20_000, unreachedMs: 2000 };
  reporter.begin({ ...facts, timeouts: waits, build: sleep(2200, "build-1") });
  reporter.event(printed("late"));
  await reporter.finish();

  expect(server.opened[0]?.build).toBe("build-1");
  expect(server.events()).toEqual([printed("late")]);
  expect(server.completed).toHaveLength(1);
});

test("a redirecting address is reported once, and no more bodies are sent", async () => {
  await using server = await startStubLiveServer(() => ({ status: 302, body: {} }));
  using here = reporterSandbox();
  const reporter = here.reporter({ url: server.url });
  reporter.begin(facts);
  reporter.event(printed("kept"));
  await reporter.finish();

  expect(here.said).toEqual([
    expect.stringContaining("The server responded with a redirect. Is this its final address"),
    expect.stringMatching(/1 batch could not be sent and is kept/),
  ]);
});

test("spooled results are sent later, with deleted files, and without the key on disk", async () => {
  using here = reporterSandbox();
  const shot = join(here.cwd, "shot.png");
  writeFileSync(shot, "png");
  const reporter = here.reporter({ url: "http://127.0.0.1:9", suite: "web" });
  reporter.begin(facts);
  reporter.event(printed("one"));
  reporter.file({ test: "t", attempt: 1, name: "shot", contentType: "image/png", path: shot });
  reporter.file({ name: "page", contentType: "text/html", body: Buffer.from("y".repeat(50_000)).toString("base64") });
  await reporter.finish("Stopped by hand");
  rmSync(shot);
  const [name = ""] = here.spooled();
  expect(readFileSync(join(here.cwd, ".plumb", "spool", name), "utf8")).not.toContain("plumb_secret");
  await using server = await startStubLiveServer();

  const spool = await here.loaded(name);
  expect(await sendSpool(spool, { url: server.url, key: "k" }, (step) => step())).toMatchObject({ filesLost: 0 });
  spool.remove();

  expect(server.events()).toEqual([printed("one")]);
  expect(server.files).toMatchObject([
    { test: "t", attempt: "1", name: "shot", content: "png" },
    { test: null, name: "page", content: "y".repeat(50_000) },
  ]);
  expect(server.completed).toMatchObject([{ interrupted: { reason: "Stopped by hand" } }]);
  expect(existsSync(join(here.cwd, ".plumb"))).toBe(false);
});

test("a spool that was cut off in the middle of a line keeps the lines before it", async () => {
  using here = reporterSandbox();
  const spool = Spool.create(here.cwd, { suite: "web" });
  spool.add(printed("one"));
  spool.endBatch();
  spool.close();
  const written = readFileSync(spool.path, "utf8").replace(/"pid":\d+/, '"pid":2147483646');
  writeFileSync(spool.path, `${written}${JSON.stringify(printed("two"))}\n{"kind":"std`);
  await using server = await startStubLiveServer();

  await sendSpool(await Spool.load(spool.path), { url: server.url, key: "k" }, (step) => step());

  expect(server.batches).toEqual([[printed("one")], [printed("two")]]);
  expect(server.completed).toMatchObject([{ interrupted: { reason: expect.stringContaining("killed") as string } }]);
});

test("a run of a live process is not sent by another one", async () => {
  using here = reporterSandbox();
  const spool = Spool.create(here.cwd, {});
  await expect(Spool.load(spool.path)).rejects.toThrow("still running");
  spool.close();
});

test("a killed run whose process id another process has by now is sent", async () => {
  using here = reporterSandbox();
  const spool = Spool.create(here.cwd, {});
  spool.close();
  const written = readFileSync(spool.path, "utf8");
  const { started } = JSON.parse(written.split("\n")[0] ?? "") as { started?: string };
  if (started !== undefined) {
    writeFileSync(spool.path, written.replace(started, `${started}0`));
    (await Spool.load(spool.path)).close();
  }
  // Simulates a system without process start times, or a spool of an earlier version.
  writeFileSync(spool.path, written.replace(/,"started":"[^"]*"/, ""));
  await expect(Spool.load(spool.path)).rejects.toThrow("still running");
  const longAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
  utimesSync(spool.path, longAgo, longAgo);
  (await Spool.load(spool.path)).close();
});

test("without a writable folder nothing is reported, and nothing breaks", async () => {
  await using server = await startStubLiveServer();
  using here = reporterSandbox();
  writeFileSync(join(here.cwd, ".plumb"), "a file, not a folder");
  const reporter = here.reporter({ url: server.url });
  reporter.begin(facts);
  reporter.event(printed("one"));
  await reporter.finish();

  expect(here.said).toEqual([
    expect.stringMatching(/reporting stopped: .+\. The tests continue, and results sent so far are kept\.$/),
  ]);
});

test.for([
  [{ url: "ftp://x" }, "must begin with http"],
  [{ url: "http://x", apiKey: "ä ö" }, "contains invalid characters"],
  [{ url: "" }, "PLUMB_URL is not set"],
] as const)("%o is rejected once with a message", async ([options, message]) => {
  using here = reporterSandbox();
  const reporter = here.reporter(options);
  reporter.begin(facts);
  reporter.event(printed("one"));
  await reporter.finish();
  expect(here.said).toEqual([expect.stringContaining(message)]);
});
