import { isUninformative } from "#grouping/failure-fingerprint.ts";
import type { Facts, Rule } from "./rule.ts";

const bool = /^["'[<(]?(?:true|false)["'\]>)]?$/i;
const isBool = ({ error }: Facts) => bool.test(error.expected ?? "") && bool.test(error.received ?? "");
const isMismatch = ({ error }: Facts) => error.expected !== null && error.received !== null;
const isEmpty = ({ error }: Facts) => /^["'[<(]{0,2}["'\]>)]{0,2}$/.test(error.received ?? "x");
const isStatusCheck = ({ expected, received, status }: Facts["error"]) =>
  status !== null && /^\D{0,3}[1-5]\d\d\b/.test(received ?? "") && /\b[1-5]\d\d\b/.test(expected ?? "");

const data: readonly Rule[] = [
  {
    id: "grant-revoked",
    subClass: "D6",
    decides: true,
    says: /invalid_grant|expired or revoked|refresh token .{0,30}(?:invalid|expired)/i,
  },
  {
    id: "bad-credentials",
    subClass: "D6",
    where: ({ marks }) => !marks.includes("negative"),
    says: /invalid (?:login|credential|username|password|user)|incorrect (?:username|password|e-?mail)|bad credentials|wrong password|authentication failed|login failed for user|username or password|account (?:is )?(?:locked|disabled|not found)|Epic sadface|password (?:is|was) incorrect/i,
  },
  {
    id: "credentials-seen",
    subClass: "D6",
    decides: true,
    page: /invalid (?:login|credential|username|password|e-?mail)|incorrect (?:username|password)|wrong password|bad credentials|username or password/i,
  },
  {
    id: "duplicate",
    subClass: "D2",
    says: /already (?:exists|registered|taken|in use|been taken)|duplicate (?:key|entry)|UNIQUE constraint|E11000|Conflict|UniqueViolation|IntegrityError|DuplicateKey/i,
    where: ({ error }) => !/toThrow|rejects/.test(error.action ?? ""),
  },
  { id: "duplicate-seen", subClass: "D2", page: /already (?:exists|registered|taken|in use)/i },
  {
    id: "expired",
    subClass: "D4",
    says: /(?:token|jwt|session|coupon|card|licen[cs]e|certificate|link) (?:has |is )?expired|TokenExpired|ExpiredSignature/i,
  },
  {
    id: "data-file",
    subClass: "D5",
    decides: true,
    says: /invalid argument: File not found|NotOfficeXmlFile|(?:FileNotFoundException|ENOENT|No such file|FileNotFoundError|cannot find the (?:file|path)).{0,200}\.(?:xlsx?|csv|json|jpe?g|png|pdf|txt|docx?)\b|\.(?:xlsx?|csv|json|jpe?g|png|pdf|txt|docx?)\b.{0,60}(?:No such file|cannot find the|does not exist)|Workbook|fixture file could not be found|A fixture file/i,
  },
  {
    id: "malformed-data",
    subClass: "D3",
    decides: true,
    says: /Cannot get a (?:STRING|NUMERIC|text) value|from a NUMERIC cell|from a (?:STRING|text) cell|EncryptedDocument|Invalid header signature|OLE2|ragged row|sheet .{0,40}(?:does not exist|not found|is null)/i,
  },
  {
    id: "option-missing",
    subClass: "D1",
    decides: true,
    says: /could not find a single `?<option>|Cannot locate (?:option|element) with (?:text|value|index)|did not find some options|No option with (?:value|text)/i,
  },
  {
    id: "none-available",
    subClass: "D1",
    decides: true,
    says: /\b(?:rooms?|seats?|slots?|items?|products?|records?|results?|data|flights?|stock)\b.{0,30}\b(?:not available|unavailable|sold out|out of stock)\b|no (?:rooms?|slots?|seats?|records?|rows|results|data) (?:were |was |is |are )?(?:found|available|left)/i,
  },
  {
    id: "after-login",
    subClass: "D6",
    kinds: ["ui"],
    says: /no such element|Unable to locate|not found|Expected condition failed/i,
    where: ({ marks, error }) =>
      /login.*success/.test(marks) &&
      !marks.includes("negative") &&
      /dashboard|account|log ?out|sign ?out|welcome|profile/i.test(error.target ?? ""),
  },
  {
    id: "missing-record",
    subClass: "D1",
    says: /foreign key constraint|no (?:records?|rows|results|data|rooms|items|users?) (?:were )?(?:found|available)|(?:record|user|customer|order|product|account|booking|item) .{0,30}(?:not found|does not exist)|DoesNotExist|NoResultFound|EmptyResultDataAccess|deep include|to deeply include|to include an object/i,
  },
];

const application: readonly Rule[] = [
  {
    id: "app-uncaught",
    subClass: "A5",
    decides: true,
    says: /originated from your application|uncaught exception was detected|client-side exception|Minified React error|Hydration failed|Unhandled Runtime Error|ChunkLoadError|Werkzeug Debugger|Whitelabel Error|(?:^|\n)Traceback[^]{0,2000}(?:flask|django|fastapi|starlette)/i,
  },
  {
    id: "app-crash-seen",
    subClass: "A5",
    page: /client-side exception|Application error|Unhandled Runtime Error|is not defined|Something went wrong|TypeError:|ReferenceError:/,
  },
  {
    id: "snapshot-missing",
    subClass: "S5",
    decides: true,
    says: /snapshot doesn.t exist|writing actual|is missing in snapshots|new snapshot was not written|Baseline .{0,30}(?:missing|not found)/i,
  },
  {
    id: "screenshot",
    subClass: "A6",
    decides: true,
    says: /toHaveScreenshot|toMatchImageSnapshot|pixels? (?:\(ratio|.{0,30}different)|image was .{0,20}different|visual (?:difference|regression)|toMatchScreenshot|Expected an image \d+px/i,
  },
  {
    id: "snapshot",
    subClass: "S5",
    says: /toMatchSnapshot|toMatchInlineSnapshot|Snapshot .{0,60}mismatched|snapshot .{0,20}obsolete/i,
  },
  {
    id: "accessibility",
    subClass: "A8",
    decides: true,
    says: /accessibility violation|toHaveNoViolations|violations? (?:was|were) detected|axe-core|wcag/i,
  },
  {
    id: "slow",
    subClass: "A7",
    says: /(?:response|load|render|execution|elapsed|duration).{0,40}(?:exceed|too (?:slow|long)|longer than|less than|below|took)|toBeLessThan(?:OrEqual)?\(.{0,60}\d{3,}|LCP|FCP|CLS/i,
    where: ({ error }) => !/[Tt]imeout|Timed out/.test(error.text.slice(0, 200)),
  },
  {
    id: "status-503",
    subClass: "E6",
    decides: true,
    where: ({ error }) =>
      error.status !== null &&
      error.status >= 502 &&
      error.status <= 504 &&
      !/^\D{0,2}50[234]/.test(error.expected ?? ""),
  },
  {
    id: "status-5xx",
    subClass: "A3",
    decides: true,
    where: ({ error }) =>
      (error.status === 500 && !/500/.test(error.expected ?? "")) || /Internal Server Error/i.test(error.text),
  },
  {
    id: "status-accepted",
    subClass: "A4",
    decides: true,
    where: ({ error }) =>
      isStatusCheck(error) &&
      /^\D{0,3}2\d\d\b/.test(error.received ?? "") &&
      /\b[45]\d\d\b/.test(error.expected ?? "") &&
      !/\b2\d\d\b/.test(error.expected ?? ""),
  },
  {
    id: "status-unauthorized",
    subClass: "D6",
    where: ({ error }) =>
      isStatusCheck(error) && /^\D{0,2}40[13]\b/.test(error.received ?? "") && /\b2\d\d/.test(error.expected ?? ""),
  },
  {
    id: "status-missing",
    subClass: "D1",
    where: ({ error }) =>
      isStatusCheck(error) && /^\D{0,2}404\b/.test(error.received ?? "") && /\b2\d\d/.test(error.expected ?? ""),
  },
  { id: "status", subClass: "A4", where: ({ error }) => isStatusCheck(error) },
  {
    id: "not-json",
    subClass: "A4",
    says: /is not valid JSON|JSONDecodeError|Unexpected token '?<|invalid json response|not.{0,20}JSON|no supported Content-Type/i,
  },
];

const unit: readonly Rule[] = [
  {
    id: "unit-crash-app",
    subClass: "A5",
    decides: true,
    kinds: ["unit"],
    framework: /junit/i,
    thrownIn: ["app"],
    type: /Exception|Error/,
    where: ({ error }) => !/Assert|Comparison|mockito/i.test(error.type ?? ""),
  },
  {
    id: "unit-crash",
    subClass: "A5",
    kinds: ["unit"],
    thrownIn: ["app", "library"],
    says: /Exception|(?:Type|Range|Value|Key|Index|Attribute|Runtime|Zero\w+)Error/,
    type: /./,
    where: ({ error }) => !/Assert|Comparison/.test(error.type ?? ""),
  },
  {
    id: "unit-crash-java",
    subClass: "A5",
    kinds: ["unit"],
    framework: /junit/i,
    type: /Exception|Error/,
    where: ({ error }) => !/Assert|Comparison|mockito/i.test(error.type ?? ""),
  },
  {
    id: "unit-assertion-java",
    subClass: "A1",
    decides: true,
    kinds: ["unit"],
    framework: /junit/i,
    type: /Assert|Comparison|MultipleFailures/,
  },
  { id: "dom-text", subClass: "S5", says: /Unable to find an element with the text|TestingLibraryElementError/ },
  { id: "dom-state", subClass: "A2", says: /expect\(element\)\.(?:not\.)?to|Received element is/ },
  { id: "rejects", subClass: "S5", says: /\.toThrow|rejects|to throw|DID NOT RAISE|pytest\.raises/i },
  { id: "unit-mismatch", subClass: "A1", kinds: ["unit"], where: isMismatch },
  { id: "unit-assertion", subClass: "A1", kinds: ["unit"], type: /Assert/ },
  { id: "unit-assert-line", subClass: "A1", kinds: ["unit"], says: /^assert |\nassert |AssertionError/ },
];

const bare: readonly Rule[] = [
  {
    id: "bare-timeout",
    subClass: "U1",
    decides: true,
    says: /^(?:\w*Error: )?(?:Test )?[Tt]imeout of \d+ ?ms exceeded(?: while [^\n]{1,80})?\.?[^\n]{0,400}$|^(?:Error: )?(?:thrown: )?"?Exceeded timeout of \d+ ?ms for a (?:test|hook)|^(?:Error: )?(?:Test|Hook) timed out in \d+ ?ms|^Test timeout \d+ [\w ]{2,20} exceeded|^Method .{0,200} didn.t finish within the time-out|function timed out, ensure the promise|^Failed: Timeout >/,
    where: ({ error }) => error.text.split("\n").length < 4,
  },
  {
    id: "timeout-of-test",
    subClass: "U1",
    says: /Test timeout of \d+ms exceeded|Timeout of \d+ms exceeded|Exceeded timeout of|timed out in \d+ms|ThreadTimeoutException/,
  },
  {
    id: "message-bool",
    subClass: "U4",
    where: (facts) =>
      isBool(facts) &&
      facts.kind !== "unit" &&
      /[a-z]{3,}.{0,200} expected \[/i.test(facts.error.text.split("\n", 1)[0] ?? ""),
  },
  {
    id: "bare-condition",
    subClass: "U2",
    decides: true,
    kinds: ["ui", "unclear"],
    where: (facts) => isBool(facts) && facts.code === "" && isUninformative(facts.error.text),
  },
  { id: "bare-bool", subClass: "U2", where: (facts) => isBool(facts) && facts.kind !== "unit" },
  {
    id: "told-without-cause",
    subClass: "U2",
    decides: true,
    kinds: ["ui", "unclear"],
    says: /^[^\n]{1,120}$/,
    where: ({ error, code }) =>
      error.expected === null &&
      error.target === null &&
      error.status === null &&
      error.host === null &&
      error.causes.length === 0 &&
      /^(?:[\w.]*AssertionError|Error)?$/.test(error.type ?? "") &&
      (code === "" || code.startsWith("throw ")) &&
      !/element|locat|display|visible|appear|found|find|click|time|null|undefined|connect|not a |exist|invalid|missing|expect|required|check |closed|director|differ|wrong|incorrect|should|must|mismatch|same|equal|less|more|than/i.test(
        error.text,
      ),
  },
  {
    id: "bare-assertion",
    subClass: "U2",
    where: ({ error }) => /^(?:[\w.]*(?:AssertionError|AssertionFailedError))?:?\s*$/.test(error.text),
  },
  {
    id: "received-empty",
    subClass: "S4",
    kinds: ["ui", "unclear"],
    where: (facts) => isMismatch(facts) && isEmpty(facts),
  },
  {
    id: "seen-hidden",
    subClass: "S4",
    says: /Received:? +(?:"?hidden"?|<?element\(s\) not found)|to be 'visible'|toBeVisible|to be visible/,
  },
  { id: "ui-text", subClass: "S5", kinds: ["ui", "unclear"], where: isMismatch },
  {
    id: "custom-message",
    subClass: "U2",
    kinds: ["ui", "unclear"],
    type: /AssertionError|^Error$|lang\.(?:Runtime)?Exception$/,
    where: ({ error }) =>
      error.expected === null &&
      error.target === null &&
      error.status === null &&
      error.text.length < 200 &&
      !/Timed out retrying/.test(error.text),
  },
];

/** Rules about the outcome of a check, in the order of evaluation. */
export const dataRules = data;
export const applicationRules = application;
export const assertionRules: readonly Rule[] = [...unit, ...bare];
