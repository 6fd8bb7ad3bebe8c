import { isUninformative } from "#grouping/uninformative.ts";
import { type Facts, type Rule, seen } from "./rule.ts";
import { statusRules } from "./status-rules.ts";

const bool = /^["'[<(]?(?:true|false)["'\]>)]?$/i;
const isBool = ({ error }: Facts) => bool.test(error.expected ?? "") && bool.test(error.received ?? "");
/** Returns whether two texts have the same letters and digits, in any case and with any spaces. */
function differOnlyInSpelling(expected: string | null, received: string | null): boolean {
  const bare = lettersAndDigits(expected);
  return /\p{L}/u.test(bare) && bare.length > 3 && bare === lettersAndDigits(received);
}

function lettersAndDigits(text: string | null): string {
  return (text ?? "").toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
const isMismatch = ({ error }: Facts) => error.expected !== null && error.received !== null;
const isEmpty = ({ error }: Facts) => /^["'[<(]{0,2}["'\]>)]{0,2}$/.test(error.received ?? "x");

/** Errors in code, as opposed to failed checks and errors of services. */
const codeError =
  /^(?:\w+\.)*(?:(?:Type|Reference|Name|Attribute|UnboundLocal|Range|ZeroDivision|NoMethod|Recursion|Syntax|Index|Key)Error|SystemStackError|NullReferenceException|NullPointerException|ArithmeticException)$/;
/** Source folders of applications. Page objects and utilities of tests are in other folders. In JavaScript, mocks cause most of these errors. */
const appFile =
  /(?:^|[\\/])(?:app|src|lib|server|backend|packages|services|controllers|models|api)[\\/].*\.(?:py|rb|erb|php|cs|rs|go)$/i;

function thrownByApp({ error: { frame }, kind }: Facts): boolean {
  return frame !== null && frame.role === "app" && kind !== "ui" && appFile.test(frame.file);
}

const application: readonly Rule[] = [
  {
    id: "app-uncaught",
    subClass: "A5",
    decides: true,
    says: /originated from your application|uncaught exception was detected|client-side exception|Minified React error|Hydration failed|Unhandled Runtime Error|ChunkLoadError|Werkzeug Debugger|Whitelabel Error|(?:^|\n)Traceback[^]{0,2000}(?:flask|django|fastapi|starlette)/i,
  },
  {
    id: "request-crash",
    subClass: "A3",
    decides: true,
    says: /ServletException: (?:Request processing failed|Handler dispatch failed)/,
  },
  {
    id: "app-template-broken",
    subClass: "A5",
    decides: true,
    says: /ActionView::(?:Template::Error|SyntaxErrorInTemplate)|TemplateSyntaxError|TemplateInputException|Twig\\Error/,
  },
  {
    id: "app-crash-seen",
    subClass: "A5",
    page: seen(
      /client-side exception|Application error|Unhandled Runtime Error|is not defined|Something went wrong|TypeError:|ReferenceError:/,
    ),
  },
  {
    id: "unexpected-pass",
    subClass: "S5",
    decides: true,
    says: /Expected to fail, but passed/,
  },
  {
    id: "app-crash",
    subClass: "A5",
    decides: true,
    where: thrownByApp,
    type: codeError,
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
    says: /toHaveScreenshot|Screenshot comparison failed|% of pixels differ|toMatchImageSnapshot|pixels? (?:\(ratio|.{0,30}different)|image was .{0,20}different|visual (?:difference|regression)|toMatchScreenshot|Expected an image \d+px/i,
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
    says: /accessibility violation|toHaveNoViolations|violations? (?:was|were) detected|axe-core|wcag|sufficient color contrast|\bcolor-contrast\b/i,
  },
  {
    id: "slow",
    subClass: "A7",
    says: /(?:response|load|render|execution|elapsed|duration).{0,40}(?:exceed|too (?:slow|long)|longer than|less than|below|took)|toBeLessThan(?:OrEqual)?\(.{0,60}\d{3,}|\b(?:LCP|FCP|CLS)\b/i,
    where: ({ error }) => !/[Tt]imeout|Timed out/.test(error.text.slice(0, 200)),
  },
];

const unit: readonly Rule[] = [
  {
    id: "unit-crash-app",
    subClass: "A5",
    decides: true,
    kinds: ["unit"],
    tool: /junit/i,
    thrownIn: ["app"],
    type: /Exception|Error/,
    where: ({ error }) => !/Assert|Comparison|mockito/i.test(error.type ?? ""),
  },
  {
    id: "crashed-process",
    subClass: "A5",
    decides: true,
    kinds: ["unit", "api", "unclear"],
    says: /Segmentation fault|\bSIGSEGV\b/,
  },
  {
    id: "go-panic",
    subClass: "A5",
    decides: true,
    says: /^panic: |^runtime error: |panicked at .{1,200}:\s*\n?(?!assertion)/m,
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
    tool: /junit/i,
    type: /Exception|Error/,
    where: ({ error }) => !/Assert|Comparison|mockito/i.test(error.type ?? ""),
  },
  {
    id: "unit-assertion-java",
    subClass: "A1",
    decides: true,
    kinds: ["unit"],
    tool: /junit/i,
    type: /Assert|Comparison|MultipleFailures/,
    // `fail()` without a message gives no reason.
    where: ({ error }) => error.expected !== null || !/^[\w.]*(?:Error|Exception)?:?$/.test(error.text.trim()),
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
    says: /^(?:\w*Error: )?(?:Test )?[Tt]imeout of \d+ ?ms exceeded(?: while [^\n]{1,80})?\.?[^\n]{0,400}$|^(?:Error: )?(?:thrown: )?"?Exceeded timeout of \d+ ?ms for a (?:test|hook)|^(?:Error: )?(?:Test|Hook) timed out in \d+ ?ms|^Test timeout \d+ [\w ]{2,20} exceeded|^(?:Failed: )?Timeout \(?>\d|TestTimedOutException: test timed out after|^[\w.]*Timeout\w* : Timed out after \d+ seconds$|^Method .{0,200} didn.t finish within the time-out|function timed out, ensure the promise|^Failed: Timeout >/,
    where: ({ error }) => error.text.split("\n").length < 4,
  },
  {
    // Selenium for Python, from a wait without a message.
    id: "bare-wait",
    subClass: "U1",
    decides: true,
    says: /TimeoutException: Message: *(?:\nStacktrace:|$)/,
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
    id: "spelling",
    subClass: "S5",
    decides: true,
    where: ({ error: { expected, received } }) => differOnlyInSpelling(expected, received),
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
    kinds: ["ui", "unclear"],
    says: /^[^\n]{1,120}$/,
    where: ({ error, code }) =>
      // The words below are English.
      /^[\x20-\x7E\s]*$/.test(error.text) &&
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
    decides: true,
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

export const applicationRules: readonly Rule[] = [...application, ...statusRules];
export const assertionRules: readonly Rule[] = [...unit, ...bare];
