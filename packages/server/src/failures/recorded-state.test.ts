import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import { expect, test } from "vitest";
import { S3Blobs } from "#files/blobs/s3-blobs.ts";
import { runJobs } from "#jobs/engine.ts";
import { send } from "#testing/app.ts";
import { failingProject } from "#testing/failing-project.ts";
import { playwright } from "#testing/reports.ts";
import { readRows } from "#testing/database.ts";
import { bucketLocation } from "#testing/swift.ts";

const timedOut = {
  status: "failed",
  start: 0,
  seconds: 5,
  worker: 0,
  message: "TimeoutError: locator.fill: Timeout 5000ms exceeded.\nCall log:\n  - waiting for getByLabel('Name')\n",
} as const;
const attachment = { name: "error-context", contentType: "text/markdown", path: "/ci/results/error-context.md" };
const report = playwright([{ title: "pays", attempts: [timedOut], attachments: [attachment] }]);
const snapshot = (line: string) =>
  `# Error details\n\nTimeoutError\n\n# Page snapshot\n\n\`\`\`yaml\n- ${line}\n\`\`\`\n`;

test.for([
  ['heading "502 Bad Gateway" [level=1]', "Environment Issue"],
  ["alert: Invalid login credentials", "Test Data Issue"],
  ['heading "Welcome"', "Automation Script Error"],
] as const)("a timeout on a page with %j is classified as %s", async ([line, expected]) => {
  await using shop = await failingProject();
  await send(shop.plumb, shop.key, { "report.json": report, "results/error-context.md": snapshot(line) });
  await runJobs(shop.plumb.context);

  const { data: groups } = await shop.get<FailureGroup[]>("groups");
  expect(groups.map(({ primaryClass }) => primaryClass)).toEqual([expected]);
});

test("a failure is collected while the storage of its files does not work", async () => {
  await using shop = await failingProject();
  await send(shop.plumb, shop.key, { "report.json": report, "results/error-context.md": snapshot("502 Bad Gateway") });
  const credentials = { accessKeyId: "plumb", secretAccessKey: "secret" };
  const blobs = new S3Blobs(bucketLocation("away", "http://127.0.0.1:9"), { credentials });
  await runJobs({ ...shop.plumb.context, blobs });

  const { data: groups } = await shop.get<FailureGroup[]>("groups");
  expect(groups.map(({ primaryClass }) => primaryClass)).toEqual(["Automation Script Error"]);
});

test("the last response in the output of an API test counts, and that of a browser test does not", async () => {
  await using shop = await failingProject();
  const output = 'HTTP/1.1 200 OK\n\n{}\nHTTP/1.1 409 Conflict\n\n{"error":"The e-mail is already registered"}';
  const junit = (message: string) =>
    `<testsuite name="s"><testcase name="registers"><failure message="${message}"/><system-out>${output}</system-out></testcase></testsuite>`;
  const classOf = async (suite: string, message: string) => {
    await send(shop.plumb, shop.key, { "r.xml": junit(message) }, { suite });
    await runJobs(shop.plumb.context);
    const { data: groups } = await shop.get<FailureGroup[]>("groups");
    return groups.find(({ representativeError }) => representativeError.includes(message.slice(0, 30)))?.primaryClass;
  };

  expect(await classOf("api", "1 expectation failed. JSON path id doesn't match. Expected: 1 Actual: null")).toBe(
    "Test Data Issue",
  );
  expect(await classOf("web", "no such element: Unable to locate element: #saved")).toBe("Automation Script Error");
});

const selenium = (id: string) =>
  `no such element: Unable to locate element: {&quot;method&quot;:&quot;id&quot;,&quot;selector&quot;:&quot;${id}&quot;}`;

test("an error without a hint gets the tool that the other errors of the run name", async () => {
  await using shop = await failingProject();
  const vague = "Quantity did not match expected value of 4. expected [4] but found [1]";
  await shop.run([
    ["cart", "adds", vague],
    ["cart", "pays", selenium("pay")],
    ["cart", "ships", selenium("ship")],
  ]);
  const frameworks = await readRows(
    shop.plumb.context.db,
    "select framework from failure_signature where message like 'Quantity%'",
  );
  expect(frameworks).toEqual([{ framework: "selenium" }]);
});

test("a screenshot shows that a test drives a browser", async () => {
  await using shop = await failingProject();
  const message = "Quantity did not match expected value of 4";
  const junit = `<testsuite name="s"><testcase name="adds"><failure message="${message}"/><system-out>[[ATTACHMENT|shots/adds.png]]</system-out></testcase></testsuite>`;
  await send(shop.plumb, shop.key, { "r.xml": junit, "shots/adds.png": "png" });
  await runJobs(shop.plumb.context);
  const frameworks = await readRows(shop.plumb.context.db, "select framework from failure_signature");
  expect(frameworks).toEqual([{ framework: "browser" }]);
});
