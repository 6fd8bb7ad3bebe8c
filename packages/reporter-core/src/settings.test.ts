import { expect, test } from "vitest";
import { type ReporterOptions, reporterSettings } from "./settings.ts";

function settingsOf(options: ReporterOptions, env: Record<string, string> = {}) {
  const settings = reporterSettings({ url: "http://plumb.test", apiKey: "plumb_secret", ...options }, env);
  if (typeof settings === "string") throw new Error(settings);
  return { tags: settings.run.tags, facts: settings.run.facts, warnings: settings.warnings };
}

test("tags and facts come from the options, otherwise from the variables", () => {
  const env = { PLUMB_TAGS: "nightly,smoke", PLUMB_FACTS: "browser=chrome-143,os=linux" };
  expect(settingsOf({}, env)).toEqual({
    tags: ["nightly", "smoke"],
    facts: ["browser=chrome-143", "os=linux"],
    warnings: [],
  });
  expect(settingsOf({ tags: ["mine"], facts: { Browser: "firefox", shards: "a=b" } }, env)).toEqual({
    tags: ["mine"],
    facts: ["browser=firefox", "shards=a=b"],
    warnings: [],
  });
  expect(settingsOf({ facts: ["os=macos"] }, env).facts).toEqual(["os=macos"]);
  expect(settingsOf({ facts: { browser: "", os: "linux" } })).toEqual({
    tags: undefined,
    facts: ["os=linux"],
    warnings: [],
  });
});

test("invalid tags and facts are left out with a warning, because results are more important", () => {
  expect(settingsOf({ tags: ["a\nb", " "], facts: ["chrome", "os=linux"] })).toEqual({
    tags: ["a b"],
    facts: ["os=linux"],
    warnings: [
      'The tag "a b" contains a line break or another control character. It is changed or left out.',
      'Write a fact as key=value, such as browser=chrome-143, not "chrome". It is changed or left out.',
    ],
  });
});
