import { expect, test } from "vitest";
import { createSandbox } from "#testing/cli-sandbox.ts";

/** No server listens here: the printed command to send again shows how the options were read. */
const nowhere = { PLUMB_URL: "http://127.0.0.1:9", PLUMB_API_KEY: "plumb_secret" };
const asRead = /plumb upload --url \S+ (.*) a\.xml/;

test.for([
  [
    ["--tag", "nightly", "--tag=smoke", "--fact", "Browser=chrome"],
    {},
    "--tag nightly --tag smoke --fact browser=chrome",
  ],
  [
    [],
    { PLUMB_TAGS: "nightly, smoke", PLUMB_FACTS: "os=linux\nbrowser=a,b" },
    "--tag nightly --tag smoke --fact os=linux --fact browser=a,b",
  ],
  [["--tag", "mine", "--tag", ""], { PLUMB_TAGS: "nightly", PLUMB_FACTS: "" }, "--tag mine"],
  [["--fact", "args=--a=b"], {}, "--fact args=--a=b"],
  [["--fact", "browser=", "--fact", "os=linux"], {}, "--fact os=linux"],
] as const)("%j with %j is read as %s", async ([args, env, expected]) => {
  using sandbox = createSandbox({ "a.xml": "x" }, { env: { ...nowhere, ...env } });
  const { stderr } = await sandbox.plumb("upload", "a.xml", ...args);
  expect(asRead.exec(stderr)?.[1]).toBe(expected);
});

test.for([
  [["--fact", "chrome"], "Write a fact as key=value, such as browser=chrome-143"],
  [["--fact", "=chrome"], "has no key before its ="],
  [["--tag", "x".repeat(201)], "A tag must be at most 200 characters long"],
  [["--tag"], "argument missing"],
  [["--tag", "--fact", "a=b"], "--tag needs a value before --fact"],
] as const)("%j is refused before anything is sent", async ([args, message]) => {
  using sandbox = createSandbox({ "a.xml": "x" }, { env: nowhere });
  const { code, stderr } = await sandbox.plumb("upload", "a.xml", ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("the command of plumb run gets the tags and facts", async () => {
  using sandbox = createSandbox({}, { env: { ...process.env, ...nowhere } });
  const script = "console.log(JSON.stringify([process.env.PLUMB_TAGS, process.env.PLUMB_FACTS]))";
  const { stdout } = await sandbox.plumb(
    "run",
    "--tag",
    "a,b",
    "--fact",
    "os=linux",
    "--",
    process.execPath,
    "-e",
    script,
  );
  expect(stdout.join("\n")).toContain(JSON.stringify(["\na,b", "\nos=linux"]));
});
