import { type KnownFile, other, report } from "./known-file.ts";

export interface JsonClues {
  readonly keys: ReadonlySet<string>;
  readonly text: string;
}

/** Known objects, identified by their outermost keys. The first match is used. */
export const knownJson: readonly (readonly [matches: (clues: JsonClues) => boolean, known: KnownFile])[] = [
  [
    ({ keys }) =>
      keys.has("uuid") && ["historyId", "stage", "statusDetails", "labels", "befores"].some((key) => keys.has(key)),
    other(
      "an Allure result whose name does not end in -result.json, so Allure would not read it either",
      "Upload the allure-results folder unchanged",
    ),
  ],
  [
    ({ keys, text }) => keys.has("status") && keys.has("failedTests") && !text.includes('"results"'),
    other(
      "Playwright's .last-run.json, which only lists what failed",
      "Upload the file of Playwright's reporter `json`",
    ),
  ],
  [
    ({ keys, text }) =>
      (keys.has("config") && keys.has("settings")) ||
      (keys.has("summary") && keys.has("rows") && /monocart/i.test(text)),
    report("a report that another tool generated from Playwright's"),
  ],
  [
    ({ keys, text }) => keys.has("log") && /"creator"\s*:/.test(text),
    other("a HAR file of network traffic, not a test report"),
  ],
  [({ keys }) => keys.has("lighthouseVersion"), other("a Lighthouse report, not a test report")],
  [
    ({ keys, text }) =>
      keys.has("dependencies") || keys.has("lockfileVersion") || (keys.has("scripts") && /"version"\s*:/.test(text)),
    other("a package file, not a test report"),
  ],
  [({ text }) => /"statementMap"\s*:|"branchMap"\s*:/.test(text), other("a coverage report, not a test report")],
  [
    ({ keys }) => keys.has("id") && keys.has("children") && keys.has("started"),
    report("a Bazel event stream", "Upload the test.xml files of the test targets"),
  ],
  [
    ({ keys }) => keys.has("featureSummary") && keys.has("scenariosPassed"),
    other(
      "Karate's summary, which only has totals",
      "Upload the files of the features next to it, which end in .karate-json.txt",
    ),
  ],
  [
    ({ keys }) => keys.has("dateH") && keys.has("durationH"),
    report("a Monocart report", "Upload the file of Playwright's reporter `json`"),
  ],
  [
    ({ keys, text }) => (keys.has("collection") || (keys.has("info") && keys.has("item"))) && /postman/i.test(text),
    other("a Postman collection, which has no results", "Upload the file that `newman run -r json` writes"),
  ],
  [
    ({ keys }) => keys.has("report") && keys.has("httpOutput"),
    report("the JSON output of Nightwatch", "Upload the XML file next to it"),
  ],
  [
    ({ keys, text }) => keys.has("type") && keys.has("event") && /"type"\s*:\s*"suite"/.test(text),
    report("the JSON output of Rust's test harness", "Run the tests with cargo-nextest and upload its JUnit XML"),
  ],
  [
    ({ keys, text }) => keys.has("reportCreatedOn") && text.includes('"fullTestPath"'),
    report("a report of Unreal Engine's automation tests"),
  ],
];

/** Known arrays, identified by their first 64 kB. The first match is used. */
export const knownJsonArrays: readonly (readonly [matches: (text: string) => boolean, known: KnownFile])[] = [
  [
    (text) => text.includes('"pattern"') && (text.includes('"matches"') || text.includes('"expression"')),
    other("Cucumber's list of step usage, not results"),
  ],
  [
    (text) => /^\[\s*\[/.test(text) && /"\d+"/.test(text),
    other("a Vitest blob, which only Vitest can read", "Upload the file of Vitest's reporter `junit`"),
  ],
];
