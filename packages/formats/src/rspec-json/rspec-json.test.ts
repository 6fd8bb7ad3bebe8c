import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { rspecJson } from "./rspec-json.ts";

const sample = () => sampleText(new URL("./samples/full.json", import.meta.url));

test("examples are tests, and errors outside of them fail the run", async () => {
  const { counts, run, problems, outputs } = await readWhole(rspecJson, sample());
  expect(counts).toEqual({ tests: 3, passed: 1, failed: 1, error: 0, skipped: 1, flaky: 0 });
  expect(run).toEqual({
    kind: "run",
    framework: "rspec",
    frameworkVersion: "3.13.0",
    durationMs: 1500,
    metadata: { seed: "77" },
  });
  expect(problems).toEqual([
    containing("error: 1 errors occurred outside of the examples: An error occurred outside of examples.\nLoadError"),
  ]);
  expect(outputs.map(({ text }) => text)).toEqual([containing("LoadError: gone")]);
});

test("groups stay one string, and seconds become milliseconds", async () => {
  const { tests, attempts } = await readWhole(rspecJson, sample());
  expect(tests).toMatchObject([
    { file: "spec/cart_spec.rb", titlePath: ["Cart#add", "adds"], line: 3 },
    { titlePath: ["Cart", "pays"] },
    { titlePath: ["later"], skipReason: "Not yet" },
  ]);
  expect(attempts.map(({ durationMs }) => durationMs)).toEqual([500, 1, 0]);
});

test("a failure has its class, backtrace and location in the project", async () => {
  const { attempts } = await readWhole(rspecJson, sample());
  expect(attempts[1]?.errors).toEqual([
    {
      message: "expected: 1\n     got: 2",
      stack: containing("./spec/cart_spec.rb:11"),
      type: "RSpec::Expectations::ExpectationNotMetError",
      file: "spec/cart_spec.rb",
      line: 11,
    },
  ]);
});

test("ignores values of the wrong type", async () => {
  const odd = { examples: [1, { status: 3, run_time: "x", exception: 4 }], summary: 3, messages: {}, summary_line: 1 };
  expect((await readWhole(rspecJson, JSON.stringify(odd))).counts).toMatchObject({ tests: 1, skipped: 1 });
});

test("a truncated file keeps the examples before the cut", async () => {
  const { counts, problems } = await readWhole(rspecJson, sample().slice(0, sample().indexOf('"later"')));
  expect(counts["tests"]).toBe(2);
  expect(problems).toEqual([containing("incomplete: The file ends in the middle")]);
});

test("attaches files of capybara-screenshot", async () => {
  const { artifacts } = await readWhole(rspecJson, sample());
  expect(artifacts).toMatchObject([
    { test: "2", name: "pays.png", contentType: "image/png", path: "/builds/a/b/tmp/pays.png" },
    { test: "2", name: "pays.html", contentType: "text/html" },
  ]);
});

test("an error in a group hook or while loading has a separate description", async () => {
  const text = sampleText(new URL("./samples/rspec-3.12-after-context.json", import.meta.url));
  const { problems } = await readWhole(rspecJson, text);
  expect(problems).toEqual([containing("outside of the examples: An error occurred in an `after(:context)` hook")]);
});
