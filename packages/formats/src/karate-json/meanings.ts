import type { Meaning } from "#meanings.ts";

const source =
  "https://github.com/karatelabs/karate/blob/master/karate-core/src/main/java/com/intuit/karate/core/ScenarioResult.java";
const results =
  "https://github.com/karatelabs/karate/blob/master/karate-core/src/main/java/com/intuit/karate/core/Result.java";

function feature(scenario: string, totals = ""): string {
  return `{"relativePath":"shop/cart.feature",${totals}"scenarioResults":[${scenario}]}`;
}

function scenario(stepResults: string, more = ""): string {
  return `{"name":"pays","line":3,${more}"stepResults":[${stepResults}]}`;
}

function step(result: string): string {
  return `{"step":{"line":4,"prefix":"*","text":"method get"},"result":{${result}}}`;
}

/** Meaning of the scenarios and steps of Karate. */
export const karateMeanings: readonly Meaning[] = [
  {
    sign: 'A scenario whose steps have `"status":"passed"`',
    means: "passed",
    tool: "Karate",
    source: results,
    sample: feature(scenario(step('"status":"passed","nanos":1'), '"failed":false,')),
  },
  {
    sign: 'A step with `"status":"failed"`, also of the background',
    means: "failed",
    tool: "Karate",
    source: results,
    sample: feature(scenario(step('"status":"failed","nanos":1,"errorMessage":"no"'))),
  },
  {
    sign: '`"failed":true` of a scenario without a failed step',
    means: "failed",
    tool: "Karate",
    source,
    sample: feature(scenario("", '"failed":true,"error":"no config",')),
  },
  {
    sign: '`"aborted":true` of a step, and skipped steps behind it',
    means: "passed",
    tool: "Karate",
    source: results,
    sample: feature(scenario(`${step('"status":"passed","aborted":true')},${step('"status":"skipped"')}`)),
  },
  {
    sign: 'A scenario whose steps all have `"status":"skipped"`',
    means: "skipped",
    tool: "Karate",
    source: results,
    sample: feature(scenario(step('"status":"skipped"'))),
  },
  {
    sign: '`"failedCount":1` of a feature that lists no failed scenario',
    means: "outside",
    tool: "Karate",
    source:
      "https://github.com/karatelabs/karate/blob/master/karate-core/src/main/java/com/intuit/karate/core/FeatureResult.java",
    sample: feature(scenario(step('"status":"passed"')), '"passedCount":0,"failedCount":1,'),
  },
  {
    sign: 'A scenario of a called feature in `"callResults"`',
    means: "no test",
    tool: "Karate",
    source:
      "https://github.com/karatelabs/karate/blob/master/karate-core/src/main/java/com/intuit/karate/core/StepResult.java",
    sample: feature(
      scenario(
        `{"step":{"text":"call read('login.feature')"},"result":{"status":"passed"},"callResults":[${feature(scenario(""))}]}`,
      ),
    ),
  },
];
