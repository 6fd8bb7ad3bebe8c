import { ResultEvent } from "@plumb/contract/result-event.ts";
import { expect, test } from "vitest";
import { countsOf, readText, sampleText } from "#testing/read-sample.ts";
import { ctrf } from "#ctrf/ctrf.ts";
import { cucumberJson } from "#cucumber-json/cucumber-json.ts";
import { cucumberMessages } from "#cucumber-messages/cucumber-messages.ts";
import { cypressModuleApi } from "#cypress-module-api/cypress-module-api.ts";
import { dartJson } from "#dart-json/dart-json.ts";
import { extentJson } from "#extent-json/extent-json.ts";
import { goTestJson } from "#go-test-json/go-test-json.ts";
import { gtestJson } from "#gtest-json/gtest-json.ts";
import { jestJson } from "#jest-json/jest-json.ts";
import { junit } from "#junit/junit.ts";
import { karateJson } from "#karate-json/karate-json.ts";
import { mochaJsonStream } from "#mocha-json/mocha-json-stream.ts";
import { mochaJson } from "#mocha-json/mocha-json.ts";
import { mochawesome } from "#mochawesome/mochawesome.ts";
import { newmanJson } from "#newman-json/newman-json.ts";
import { nunit } from "#nunit/nunit.ts";
import { openTestReporting } from "#open-test-reporting/open-test-reporting.ts";
import { playwrightJson } from "#playwright-json/playwright-json.ts";
import { pytestJsonReport } from "#pytest-json-report/pytest-json-report.ts";
import { robotJson } from "#robot-json/robot-json.ts";
import { robotOutput } from "#robot-output/robot-output.ts";
import { rspecJson } from "#rspec-json/rspec-json.ts";
import { tap } from "#tap/tap.ts";
import { testcafeJson } from "#testcafe-json/testcafe-json.ts";
import { testng } from "#testng/testng.ts";
import { trx } from "#trx/trx.ts";
import { wdioJson } from "#wdio-json/wdio-json.ts";
import { xunit } from "#xunit/xunit.ts";

const samples = [
  [junit, "junit/samples/surefire-rerun.xml"],
  [junit, "junit/samples/not-well-formed.xml"],
  [junit, "junit/samples/properties.xml"],
  [nunit, "nunit/samples/version-3.xml"],
  [nunit, "nunit/samples/version-2.xml"],
  [testng, "testng/samples/version-6.xml"],
  [testng, "testng/samples/version-7.xml"],
  [trx, "trx/samples/results-first.trx"],
  [robotOutput, "robot-output/samples/version-7.xml"],
  [cucumberMessages, "cucumber-messages/samples/full.ndjson"],
  [goTestJson, "go-test-json/samples/full.jsonl"],
  [tap, "tap/samples/node-test.tap"],
  [openTestReporting, "open-test-reporting/samples/events.xml"],
  [openTestReporting, "open-test-reporting/samples/hierarchy.xml"],
  [xunit, "xunit/samples/version-3.xml"],
  [playwrightJson, "playwright-json/samples/full.json"],
  [playwrightJson, "playwright-json/samples/broken-pieces.json"],
  [ctrf, "ctrf/samples/full.json"],
  [mochawesome, "mochawesome/samples/full.json"],
  [jestJson, "jest-json/samples/jest.json"],
  [jestJson, "jest-json/samples/vitest.json"],
  [mochaJson, "mocha-json/samples/full.json"],
  [mochaJsonStream, "mocha-json/samples/stream.jsonl"],
  [cypressModuleApi, "cypress-module-api/samples/version-13.json"],
  [cucumberJson, "cucumber-json/samples/full.json"],
  [wdioJson, "wdio-json/samples/full.json"],
  [pytestJsonReport, "pytest-json-report/samples/full.json"],
  [testcafeJson, "testcafe-json/samples/full.json"],
  [gtestJson, "gtest-json/samples/full.json"],
  [rspecJson, "rspec-json/samples/full.json"],
  [extentJson, "extent-json/samples/full.json"],
  [robotJson, "robot-json/samples/full.json"],
  [dartJson, "dart-json/samples/full.jsonl"],
  [karateJson, "karate-json/samples/full.json"],
  [newmanJson, "newman-json/samples/full.json"],
] as const;

/** Returns a deterministic generator of numbers, so that failures are reproducible. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    yield state;
  }
}

test.for(samples)("$1 cut anywhere never throws and never has more tests than the whole", async ([format, path]) => {
  const full = sampleText(new URL(`./${path}`, import.meta.url));
  const { tests = 0 } = countsOf(await readText(format, full));
  expect(tests).toBeGreaterThan(0);
  for (let length = 0; length < full.length; length += 13) {
    const counts = countsOf(await readText(format, full.slice(0, length), 64));
    expect(counts["tests"]).toBeLessThanOrEqual(tests);
  }
});

test.for(samples)("$1 with random changes yields only valid events", async ([format, path]) => {
  const full = sampleText(new URL(`./${path}`, import.meta.url));
  const random = numbers(7);
  const odd = "<>&\"'/={}[]\\,: \n\u0000x";
  for (let round = 0; round < 200; round++) {
    const characters = Array.from(full);
    for (let change = 0; change < 5; change++) {
      characters[random.next().value % characters.length] = odd[random.next().value % odd.length] ?? "";
    }
    const events = await readText(format, characters.join(""), 1 + (random.next().value % 200));
    // A truncated report ends with a problem; every event is valid.
    expect(events).not.toEqual([]);
    expect(events.filter((event) => !ResultEvent.safeParse(event).success)).toEqual([]);
  }
});
