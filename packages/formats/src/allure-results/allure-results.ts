import { topLevelKeys } from "#detection/json-facts.ts";
import type { ReportFormat } from "#report-format.ts";
import { baseName } from "#text/content-type.ts";
import { readAllureResults } from "./read-folder.ts";

/**
 * The folder `allure-results` of Allure 2 and 3 adapters: one file per attempt (`*-result.json`), fixtures
 * (`*-container.json`), attachments, and files about the whole run. Allure identifies its files by their names; this reader
 * also requires matching content.
 */
export const allureResults: ReportFormat = {
  id: "allure-results",
  label: "Allure results",
  writtenBy: "Any Allure adapter (Playwright, pytest, JUnit, Cypress, …): the whole folder `allure-results`",
  recognises,
  extent: "folder",
  includes: (name) => /^(environment\.(properties|xml)|executor\.json|categories\.json|.*-globals\.json)$/.test(name),
  refersTo: (name) => /^[^/]+-attachment(\.\w+)?$/.test(name),
  read: readAllureResults,
};

/** Adapters write their keys in any order, and the steps before the uuid may be longer than the text that is checked. */
const resultKeys = [
  "uuid",
  "name",
  "fullName",
  "status",
  "stage",
  "historyId",
  "testCaseId",
  "labels",
  "start",
  "steps",
];
const containerKeys = ["children", "befores", "afters"];

function recognises(head: string, name: string): boolean {
  const base = baseName(name);
  const isResult = base.endsWith("-result.json");
  if (!isResult && !base.endsWith("-container.json")) return false;
  const keys = topLevelKeys(head);
  if (keys === undefined) return false;
  if (!isResult) return keys.has("uuid") || containerKeys.some((key) => keys.has(key));
  return resultKeys.filter((key) => keys.has(key)).length >= 2 && !keys.has("suites") && !keys.has("testResults");
}
