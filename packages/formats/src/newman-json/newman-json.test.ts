import { expect, test } from "vitest";
import { detect } from "#detect.ts";
import { junit } from "#junit/junit.ts";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { newmanJson } from "./newman-json.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));
const runOf = (executions: readonly unknown[], more: object = {}) =>
  JSON.stringify({ collection: { item: [], info: { name: "Shop" } }, run: { executions, ...more } });

/** Returns an execution of a request with one assertion. */
const execution = (iteration: number, error?: object) => ({
  cursor: { ref: `r${iteration}`, iteration, cycles: 2 },
  item: { id: "a", name: "Pay" },
  assertions: [{ assertion: "paid", error }],
});
/** Returns a failed execution with this body of the response. */
const executionWith = (data: readonly number[]) => ({
  item: { name: "Pay" },
  requestError: { code: "EPIPE" },
  response: { code: 200, stream: { type: "Buffer", data } },
});

test("each assertion of an execution is a test; a request is one if no assertion shows its result", async () => {
  const { tests, counts, problems, run } = await readWhole(newmanJson, sample());
  expect(tests.map(({ titlePath, status }) => [titlePath, status])).toEqual([
    [["Cart", "Get cart", "status is 200"], "passed"],
    [["Cart", "Get cart", "has a total"], "passed"],
    [["Cart", "Get cart", "later"], "skipped"],
    [["Cart", "Broken", "status is 200"], "passed"],
    [["Cart", "Broken"], "error"],
    [["Cart", "No answer", "status"], "failed"],
    [["Cart", "Without tests"], "passed"],
    [["Cart", "Get cart", "has a total"], "failed"],
    [["Cart", "Never sent"], "error"],
  ]);
  expect(counts["flaky"]).toBe(0);
  expect(problems).toEqual([]);
  expect(run).toEqual({
    kind: "run",
    framework: "newman",
    suite: "Shop API",
    startedAt: 1_772_359_200_000,
    durationMs: 2500,
  });
});

test("the names agree with Newman's JUnit XML", async () => {
  const xml = sampleText(new URL("../junit/samples/newman-6.2.xml", import.meta.url));
  const ofJunit = await readWhole(junit, xml);
  const ours = await readWhole(newmanJson, sample());
  const identities = (report: typeof ours) =>
    report.tests.map(({ file, titlePath, variant }) => ({ file, titlePath, variant }));
  expect(identities(ours)).toEqual(expect.arrayContaining(identities(ofJunit)));
  expect(ours.run).toMatchObject({ framework: ofJunit.run.framework, suite: ofJunit.run.suite });
});

test("a failure has its error and the response, without headers, credentials and query", async () => {
  const { tests, attempts, outputs, events } = await readWhole(newmanJson, sample());
  expect(attempts[7]).toMatchObject({
    durationMs: 12,
    errors: [{ message: "expected undefined to deeply equal 5", type: "AssertionError" }],
  });
  expect(tests[7]?.annotations).toEqual([{ type: "iteration", description: "2 of 2" }]);
  const output = outputs.find(({ test: id }) => id === "8")?.text ?? "";
  expect(output).toBe("GET https://shop.example/carts/8\nresponse: 409 Conflict\n{}\n");
  expect(JSON.stringify(events)).not.toContain("s3cret");
});

test("a request without a response is the first error of its assertions", async () => {
  const { attempts, outputs } = await readWhole(newmanJson, sample());
  expect(attempts[5]?.errors.map(({ message }) => message)).toEqual([
    "connect ECONNREFUSED 127.0.0.1:1",
    "expected PostmanResponse{ …(5) } to have property 'code'",
  ]);
  expect(outputs.find(({ test: id }) => id === "6")?.text).toBe("POST http://127.0.0.1:1/\n");
});

test.for<[object, string]>([
  [{ code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "shop.example" }, "getaddrinfo ENOTFOUND shop.example"],
  [{ code: "ESOCKETTIMEDOUT", connect: false }, "ESOCKETTIMEDOUT"],
  [{ message: "Invalid URI" }, "Invalid URI"],
  [{}, "The request failed"],
])("the request error %j is never lost", async ([requestError, message]) => {
  const { tests, attempts } = await readWhole(newmanJson, runOf([{ item: { name: "Pay" }, requestError }]));
  expect(tests).toMatchObject([{ titlePath: ["Pay"], status: "error" }]);
  expect(attempts[0]?.errors).toMatchObject([{ message }]);
});

test("a failure in one iteration is not hidden by a pass in a later one", async () => {
  const { counts } = await readWhole(newmanJson, runOf([execution(0, { message: "not paid" }), execution(1)]));
  expect(counts).toMatchObject({ passed: 1, failed: 1 });
});

test("a run that was stopped is not green", async () => {
  const { problems } = await readWhole(
    newmanJson,
    runOf([{ item: { name: "Pay" } }], { error: { message: "no data file" }, failures: [{ at: "iteration" }] }),
  );
  expect(problems).toEqual([
    "error: The run failed: no data file",
    "error: The run failed outside its requests; the report has no details",
  ]);
});

test("totals that differ from the listed assertions are reported", async () => {
  const stats = { assertions: { total: 3, failed: 1 } };
  const { problems } = await readWhole(newmanJson, JSON.stringify({ collection: {}, run: { stats, executions: [] } }));
  expect(problems).toEqual([
    "warning: The run sent no request",
    containing("error: The report declares 1 failure, but lists no failed tests"),
  ]);
});

test("a long or binary body is cut or left out", async () => {
  const long = await readWhole(newmanJson, runOf([executionWith(Array<number>(50_000).fill(97))]));
  expect(long.outputs[0]?.text.length).toBeLessThan(11_000);
  const binary = await readWhole(newmanJson, runOf([executionWith([0, 1, 2])]));
  expect(binary.outputs[0]?.text).toContain("(3 bytes that are not text)");
});

test("ignores values of the wrong type", async () => {
  const odd = { item: 3, cursor: [], request: { url: { host: 1, path: {} } }, response: 4, assertions: [null, {}, 5] };
  const { tests } = await readWhole(newmanJson, runOf([7, null, {}, odd], { stats: 1, timings: [], failures: [1] }));
  expect(tests.map(({ titlePath, status }) => [titlePath, status])).toEqual([
    [["(unnamed)"], "passed"],
    [["(unnamed)"], "passed"],
  ]);
});

test("a truncated file keeps the executions before the cut", async () => {
  const { counts, problems } = await readWhole(newmanJson, sample().slice(0, sample().indexOf('"testScript"')));
  expect(counts["tests"]).toBe(3);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

const longCollection = `{"collection":{"item":[${'{"request":{"method":"GET"}},'.repeat(3000)}`;

test.for([
  ['{"collection":{"item":[]},"environment":{},"globals":{},"run":{', true],
  [longCollection, true],
  ['{"collection":{"info":{"schema":"https://schema.getpostman.com"},"item":[]}}', false],
  ['{"run":{"executions":[]}}', false],
] as const)("%.50s is Newman JSON: %s", ([head, yes]) => {
  expect(newmanJson.recognises(head, "report.json")).toBe(yes);
});

test("a collection without a run is declined with advice", async () => {
  const collection =
    '{"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0"},"item":[]}';
  expect(detect(collection, new Uint8Array(), "shop.json")).toMatchObject({
    declined: containing("This is a Postman collection, which has no results"),
  });
  const { problems } = await readWhole(newmanJson, `${longCollection}{}]}}`);
  expect(problems).toEqual([containing("incomplete: The file is a collection without a run")]);
});
