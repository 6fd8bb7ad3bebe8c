import { expect, test } from "vitest";
import { frameworkOf, launchDetails } from "./launch-details.ts";

test.for([
  ["@reportportal/agent-js-playwright|5.5.0", "playwright"],
  ["@reportportal/agent-js-webdriverio|5.3.0", "webdriverio"],
  ["agent-java-testng|5.4.0", "testng"],
  ["agent-java-junit5|5.3.0", "junit5"],
  ["agent-java-cucumber6|5.2.0", "cucumber6"],
  ["pytest-reportportal|5.4.0", "pytest"],
  ["robotframework-reportportal|5.5.0", "robot"],
  ["reportportal-nunit|4.0", "nunit"],
  ["", "reportportal"],
  [undefined, "reportportal"],
] as const)("%s is the agent of %s", ([agent, framework]) => {
  expect(frameworkOf(agent)).toBe(framework);
});

test("facts of a CI system are distinguished from tags", () => {
  const facts = launchDetails([
    { key: "Git-Branch", value: "main", system: undefined },
    { key: "commit_sha", value: "a91f3c2d", system: undefined },
    { key: "build.number", value: "17", system: undefined },
    { key: "ENV", value: "staging", system: undefined },
    { key: "env", value: "second", system: undefined },
    { key: "build url", value: "https://ci.example/17", system: undefined },
    { key: "job url", value: "javascript:alert(1)", system: undefined },
    { key: "team", value: "shop", system: undefined },
    { key: undefined, value: "nightly", system: false },
    { key: undefined, value: "nightly", system: false },
    { key: "empty", value: undefined, system: undefined },
    { key: "os", value: "Linux|x64", system: true },
    { key: "RAMSize", value: "1", system: true },
  ]);
  expect(facts).toMatchObject({
    branch: "main",
    commit: "a91f3c2d",
    build: "17",
    environment: "staging",
    ciUrl: "https://ci.example/17",
    labels: { tags: ["job url:javascript:alert(1)", "nightly"], facts: ["env=second", "team=shop"] },
    metadata: { os: "Linux x64" },
  });
});
