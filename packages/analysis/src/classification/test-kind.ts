import type { ReadError } from "#errors/read-error.ts";

/** Kind of a test, based on its framework and error. The same mismatch can have different causes in different kinds of tests. */
export type TestKind = "ui" | "api" | "unit" | "unclear";

const uiTool =
  /browser|playwright|cypress|selenium|webdriver|wdio|appium|puppeteer|testcafe|selenide|nightwatch|codecept/i;
const uiType = /openqa|selenium|playwright|webdriver|appium|codeborne|Cypress/i;
const uiWord = /\b(?:WebElement|WebDriver|xpath|css selector|locator|By\.|browser|getBy[A-Z]|cy\.)\b/;
const apiTool = /rest-?assured|supertest|karate|postman|newman|pactum|frisby|httpx/i;
const apiWord =
  /\b(?:superagent|supertest|status ?code|HTTPConnectionPool|requests\.|axios|restassured|request\.(?:get|post|put|patch|delete)|cy\.request|response\.status|\.status\(\)|status_code|HTTP\/1|Content-Type|chai-?http)\b/i;
const unitTool =
  /junit|jest|vitest|mocha|pytest|unittest|nunit|xunit|mstest|\.net|trx|\bgo\b|gotest|rspec|phpunit|gtest|catch2|cargo|ctest|xctest/i;
const unitType = /^(?:junit\.framework|org\.junit|org\.opentest4j)\./;

/** @param marks Keywords in the title of the test, for errors without other hints. */
export function testKind(error: ReadError, tool: string, marks: string): TestKind {
  const isApiTitle = marks.includes("api");
  const text = `${error.text.slice(0, 1500)}\n${error.code ?? ""}`;
  if (apiTool.test(tool) || apiWord.test(text)) return "api";
  if (uiTool.test(tool)) return isApiTitle && error.status !== null ? "api" : "ui";
  if (uiType.test(error.type ?? "") || uiWord.test(text)) return "ui";
  if (error.status !== null && isApiTitle) return "api";
  return unitTool.test(tool) || unitType.test(error.type ?? "") ? "unit" : "unclear";
}
