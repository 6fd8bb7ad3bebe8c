import { expect, test } from "vitest";
import { commands } from "#commands/registry.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

const usage = 2;
/** No server listens here: a connection error shows that the command line was valid. */
const nowhere = { PLUMB_URL: "http://127.0.0.1:9", PLUMB_API_KEY: "plumb_secret" };

test.for([
  [["upload", "a.xml", "--sute", "web"], "unknown option '--sute'\n(Did you mean --suite?)"],
  [["upload", "a.xml", "--enviroment=x"], "(Did you mean --environment?)"],
  [["upload", "a.xml", "--xyzzy"], "unknown option '--xyzzy'"],
  [["upload", "a.xml", "-x"], "unknown option '-x'"],
  [["upload", "a.xml", "--suite"], "argument missing"],
  [["upload", "--suite", "--branch", "x", "a.xml"], "--suite needs a value before --branch."],
  [["upload"], "Nothing to upload"],
  [["uplod", "a.xml"], "unknown command 'uplod'\n(Did you mean upload?)"],
  [["results/a.xml"], "(Did you mean: plumb upload results/a.xml)"],
  [[], "No command given."],
] as const)("%j is refused: %s", async ([args, message]) => {
  using sandbox = createSandbox({ "a.xml": "x" }, { env: nowhere });
  const { code, stderr } = await sandbox.plumb(...args);
  expect(code).toBe(usage);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/plumb (?:upload |<command> )?--help/);
});

test("lists the commands if called without arguments", async () => {
  using sandbox = createSandbox({}, { env: nowhere });
  const { stderr } = await sandbox.plumb();
  for (const { name, summary } of commands) expect(stderr).toMatch(new RegExp(`plumb ${name} +${summary}`));
});

test.for([["--help"], ["-h"], ["help"]])("%j explains the commands", async (args) => {
  using sandbox = createSandbox({});
  const { code, stdout } = await sandbox.plumb(...args);
  expect(code).toBe(0);
  expect(stdout.join("\n")).toContain("upload [options] [files...]");
});

test.for([
  ["upload", "--help"],
  ["upload", "-h", "a.xml"],
  ["help", "upload"],
])("%j explains the options and exit codes", async (args) => {
  using sandbox = createSandbox({});
  const { code, stdout } = await sandbox.plumb(...args);
  expect(code).toBe(0);
  expect(stdout.join("\n")).toMatch(/--environment <value>[^]*Exit codes:[^]*3 {2}something was imported/);
});

test("files and options can be in any order, an empty option is ignored, and after -- everything is a file", async () => {
  using sandbox = createSandbox({ "a.xml": "x", "--odd.xml": "x" }, { env: nowhere });
  const args = ["upload", "a.xml", "--suite", "web", "--branch", "", "--build=", "--environment=--odd"];
  const { code, stderr } = await sandbox.plumb(...args, "--", "--odd.xml");
  expect(code).toBe(1);
  // The printed command shows how the options were parsed.
  expect(stderr).toContain("plumb upload --url http://127.0.0.1:9 --suite web --environment=--odd -- a.xml --odd.xml");
});

test.for(commands)("plumb $name --help lists exit codes and examples", async ({ name, ownsStdout }) => {
  using sandbox = createSandbox({});
  const { code, stdout } = await sandbox.plumb(name, "--help");
  expect(code).toBe(0);
  expect(stdout.join("\n")).toMatch(
    new RegExp(
      `Usage: plumb ${name} [^]*${ownsStdout === true ? "" : "--json[^]*"}Exit codes:[^]*Examples?:\\n {2}plumb ${name}`,
    ),
  );
});

test("--json reports a wrong command in its document too", async () => {
  using sandbox = createSandbox({}, { env: nowhere });
  const { code, stdout } = await sandbox.plumb("upload", "nowhere.xml", "--json");
  expect(code).toBe(usage);
  expect(JSON.parse(stdout.join("\n"))).toEqual({
    exitCode: usage,
    error: expect.stringContaining("Nothing matches") as string,
  });
});
