import { isAddress } from "#errors/error-parts.ts";
import { shortType } from "#errors/error-type.ts";
import { hashOf } from "#errors/text-hash.ts";
import type { Facts, RuleMatch } from "./rule.ts";
import { classOf } from "./taxonomy.ts";

/** Number of weights per class. Features are hashed to positions in this vector, so no words are stored. */
export const featureSpace = 8192;

/** Maximum number of words per text. */
const consideredWords = 160;
const consideredLength = 2500;

/** Returns the features of a failure as distinct positions in the vector, in ascending order. */
export function featuresOf(facts: Facts, matches: readonly RuleMatch[]): Int32Array {
  const found = new Set<number>();
  const add = (feature: string) => found.add(index(feature));
  const { error } = facts;
  addRules(matches, add);
  add(`kind ${facts.kind}`);
  const tool = toolOf(facts.tool);
  add(`tool ${tool}`);
  add(`type ${error.type === null ? "none" : shortType(error.type)}`);
  add(`tool ${tool} ${error.type === null ? "none" : shortType(error.type)}`);
  add(`thrown in ${error.frame?.role ?? "none"}`);
  add(`kind ${facts.kind} thrown in ${error.frame?.role ?? "none"}`);
  if (error.action !== null) add(`action ${error.action.toLowerCase()}`);
  if (error.target !== null) add(`target ${targetForm(error.target)}`);
  if (error.status !== null) {
    add(`status ${error.status}`);
    add(`status ${Math.floor(error.status / 100)}xx`);
  }
  add(`expected ${valueForm(error.expected)}`);
  add(`received ${valueForm(error.received)}`);
  add(`expected ${valueForm(error.expected)} received ${valueForm(error.received)} ${facts.kind}`);
  add(`length ${Math.min(8, Math.floor(Math.log2(error.text.length + 1) / 1.5))}`);
  addWords(error.text, "", consideredWords, add);
  addWords(error.page.slice(0, 20).join("\n"), "page ", 80, add);
  addWords(facts.code, "code ", 30, add);
  for (const mark of facts.marks.split(" ")) add(`title ${mark}`);
  return Int32Array.from(found).toSorted();
}

/** Adds all matching rules, and the deciding or first rule with its class. */
function addRules(matches: readonly RuleMatch[], add: (feature: string) => unknown): void {
  const deciding = matches.find(({ rule }) => rule.decides) ?? matches[0];
  for (const { rule } of matches) add(`rule ${rule.id}`);
  if (deciding === undefined) {
    add("no rule");
    return;
  }
  add(`first rule ${deciding.rule.id}`);
  add(`first rule is for ${classOf(deciding.rule.subClass)}`);
  add(`first rule is for ${deciding.rule.subClass}`);
  add(`${deciding.rule.decides ? "decided" : "hint"} for ${classOf(deciding.rule.subClass)}`);
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*|[<>!=]=+/gu;

/** Adds single words. Cross-validation showed that pairs of words overfit to projects with so few examples. */
function addWords(text: string, kind: string, limit: number, add: (feature: string) => unknown): void {
  let count = 0;
  for (const [found] of text.slice(0, consideredLength).matchAll(word)) {
    add(kind + found.slice(0, 40).toLowerCase());
    count += 1;
    if (count === limit) return;
  }
}

/** Returns the features for the words of a line. */
export function wordsOfLine(line: string): number[] {
  const indices: number[] = [];
  addWords(line, "", consideredWords, (feature) => indices.push(index(feature)));
  return indices;
}

const tools: readonly (readonly [RegExp, string])[] = [
  [/playwright/i, "playwright"],
  [/cypress/i, "cypress"],
  [/selenium|appium|selenide/i, "selenium"],
  [/webdriverio|wdio/i, "webdriverio"],
  [/robot/i, "robot"],
  [/rest-?assured/i, "rest"],
  [/karate/i, "karate"],
  [/newman|postman/i, "newman"],
  [/supertest/i, "supertest"],
  [/katalon/i, "katalon"],
  [/rspec/i, "rspec"],
  [/phpunit|codeception/i, "phpunit"],
  [/behave/i, "behave"],
  [/\bgo\b/i, "go"],
  [/testng/i, "testng"],
  [/junit/i, "junit"],
  [/pytest|unittest/i, "pytest"],
  [/jest/i, "jest"],
  [/vitest/i, "vitest"],
  [/mocha/i, "mocha"],
  [/cucumber/i, "cucumber"],
  [/\.net|nunit|xunit|mstest|trx/i, "dotnet"],
];

function toolOf(framework: string): string {
  return tools.find(([pattern]) => pattern.test(framework))?.[1] ?? "other";
}

function targetForm(target: string): string {
  if (isAddress(target)) return /localhost|127\.0\.0\.1/.test(target) ? "local address" : "address";
  if (/getBy(?:Role|Label|Text|Placeholder|Title|AltText)/.test(target)) return "by what is seen";
  if (/test-?id|data-(?:test|cy|qa)/i.test(target)) return "test id";
  if (/^\(?\/\/|xpath/i.test(target)) return "xpath";
  return "other locator";
}

/** Returns the form of a value, because its text is specific to one project. */
function valueForm(value: string | null): string {
  if (value === null) return "none";
  const bare = value.trim().replace(/^["'[<(]+|["'\]>)]+$/g, "");
  if (bare === "") return "empty";
  if (/^(?:true|false)$/i.test(bare)) return bare.toLowerCase();
  if (/^(?:null|undefined|none|nan)$/i.test(bare)) return "null";
  if (/^[1-5]\d\d(?:\D{0,20})$/.test(bare)) return `${bare.charAt(0)}xx`;
  if (/^[-+]?\d[\d.,]*%?$/.test(bare)) return "number";
  if (/^(?:https?:|\/)\S*$/.test(bare)) return "address";
  if (/^(?:visible|hidden|enabled|disabled|attached|focused|inactive)$/i.test(bare)) return bare.toLowerCase();
  if (/^[{[]/.test(value.trim())) return "structure";
  return bare.length > 60 ? "long text" : "text";
}

/** Mixes the bits of the hash, so that similar texts get different positions. */
function index(feature: string): number {
  let hash = hashOf(feature);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return (hash >>> 0) % featureSpace;
}
