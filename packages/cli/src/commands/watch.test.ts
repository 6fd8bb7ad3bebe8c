import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accepted, refused, uploadedRun, verdict } from "#testing/responses.ts";
import { startStubServer } from "#testing/stub-server.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

/** Runs one step between two checks for new files, and sends SIGTERM after the last step. */
function inSteps(...steps: readonly (() => void)[]) {
  let next = 0;
  let hear: ((signal: NodeJS.Signals) => void) | undefined;
  return {
    onSignal: (listener: (signal: NodeJS.Signals) => void) => {
      hear = listener;
      return () => undefined;
    },
    sleep: () => {
      const step = steps[next];
      next += 1;
      if (step === undefined) hear?.("SIGTERM");
      else step();
      return Promise.resolve();
    },
  };
}

const named = (...names: readonly string[]) => names.map((name) => verdict({ name }));

test("sends finished files into one run, each once", async () => {
  await using server = await startStubServer(
    accepted([uploadedRun()], named("out/a.xml")),
    accepted([uploadedRun()], named("out/b.xml")),
  );
  const write = (name: string, text: string) => appendFileSync(join(sandbox.folder, "out", name), text);
  const steps = inSteps(
    () => write("a.xml", "<a>"),
    () => write("a.xml", "</a>"),
    () => undefined,
    () => write("b.xml", "<b/>"),
    () => undefined,
    () => undefined,
  );
  using sandbox = createSandbox({ "out/old.xml": "yesterday" }, steps);

  const { code, stdout, stderr } = await sandbox.plumb("watch", "out", "--url", server.url);

  expect(code).toBe(0);
  expect(stderr).toContain("use --suite");
  expect(server.requests.map(({ files }) => files)).toEqual([{ "out/a.xml": "<a></a>" }, { "out/b.xml": "<b/>" }]);
  const builds = new Set(server.requests.map(({ url }) => url.searchParams.get("build")));
  expect([...builds]).toEqual([expect.stringMatching(/^watch-/)]);
  expect(stdout.at(-1)).toBe("http://plumb.test/reports/7");
});

test("sends unfinished files when it is stopped", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox(
    { "out/keep": "" },
    inSteps(() => writeFileSync(join(sandbox.folder, "out/a.xml"), "<a/>")),
  );

  expect(await sandbox.plumb("watch", "out/*.xml", "--url", server.url)).toMatchObject({ code: 0 });
  expect(server.requests.map(({ files }) => files)).toEqual([{ "out/a.xml": "<a/>" }]);
});

test("an artifact that appears before its report is sent with it", async () => {
  const files = [...named("out/a.xml"), verdict({ name: "out/shot.png", verdict: "artifact" })];
  await using server = await startStubServer(accepted([uploadedRun()], files));
  using sandbox = createSandbox(
    { "out/keep": "" },
    inSteps(
      () => writeFileSync(join(sandbox.folder, "out/shot.png"), "png"),
      () => undefined,
      () => writeFileSync(join(sandbox.folder, "out/a.xml"), "<a/>"),
      () => undefined,
    ),
  );

  expect(await sandbox.plumb("watch", "out", "--url", server.url)).toMatchObject({ code: 0 });
  expect(server.requests.map(({ files: sent }) => Object.keys(sent).toSorted())).toEqual([
    ["out/a.xml", "out/shot.png"],
  ]);
});

test("an archive that appears before its report is sent again with it", async () => {
  const early = verdict({ name: "out/trace.zip", verdict: "rejected", format: null, tests: 0, reason: "No report." });
  await using server = await startStubServer(
    refused(422, "unreadable_report", "No report could be read.", { files: [early] }),
    accepted([uploadedRun()], [...named("out/a.xml"), verdict({ name: "out/trace.zip", verdict: "artifact" })]),
  );
  using sandbox = createSandbox(
    { "out/keep": "" },
    inSteps(
      () => writeFileSync(join(sandbox.folder, "out/trace.zip"), "zip"),
      () => undefined,
      () => writeFileSync(join(sandbox.folder, "out/a.xml"), "<a/>"),
      () => undefined,
    ),
  );

  expect(await sandbox.plumb("watch", "out", "--url", server.url)).toMatchObject({ code: 0 });
  expect(Object.keys(server.requests[1]?.files ?? {}).toSorted()).toEqual(["out/a.xml", "out/trace.zip"]);
});

test("--until-idle stops after a quiet period, and --existing sends existing files", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({ "out/a.xml": "<a/>" });

  const { code } = await sandbox.plumb(
    "watch",
    "out",
    "--url",
    server.url,
    "--existing",
    "--until-idle",
    "6",
    "--build",
    "9",
  );

  expect(code).toBe(0);
  expect(server.requests.map(({ url }) => url.searchParams.get("build"))).toEqual(["9"]);
  // One check finds the file, one finds it unchanged, and three find no new files.
  expect(sandbox.delays).toEqual(Array.from({ length: 5 }, () => 2000));
});

test("continues after a rejected file and reports it in the exit code", async () => {
  const bad = verdict({ name: "out/bad.xml", verdict: "rejected", reason: "It is empty." });
  await using server = await startStubServer(
    refused(422, "unreadable_report", "No file is a report.", { files: [bad] }),
    accepted([uploadedRun()], named("out/good.xml")),
  );
  using sandbox = createSandbox(
    { "out/keep": "" },
    inSteps(
      () => writeFileSync(join(sandbox.folder, "out/bad.xml"), "?"),
      () => undefined,
      () => writeFileSync(join(sandbox.folder, "out/good.xml"), "<a/>"),
      () => undefined,
    ),
  );

  expect(await sandbox.plumb("watch", "out", "--url", server.url)).toMatchObject({ code: 3 });
  expect(server.requests).toHaveLength(2);
});

test("stops immediately if the key is rejected", async () => {
  await using server = await startStubServer(refused(401, "unauthenticated", "This API key was revoked."));
  using sandbox = createSandbox({ "out/a.xml": "<a/>" });

  const { code, stdout } = await sandbox.plumb("watch", "out", "--existing", "--json", "--url", server.url);

  expect(code).toBe(1);
  expect(JSON.parse(stdout.join("\n"))).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("revoked") as string,
  });
});

test.for([
  [["watch"], "Nothing to watch"],
  [["watch", "out", "--until-idle", "0"], "--until-idle must be a number of seconds"],
] as const)("%j is refused: %s", async ([args, message]) => {
  using sandbox = createSandbox({}, { env: { PLUMB_URL: "http://127.0.0.1:9", PLUMB_API_KEY: "plumb_secret" } });
  const { code, stderr } = await sandbox.plumb(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
