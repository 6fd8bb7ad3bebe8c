import type { ReadError } from "#errors/read-error.ts";
import type { Fix } from "./fix.ts";

const isResolved = ({ page }: ReadError) => page.some((line) => line.includes("resolved to"));

/** Suggestions about the test code, most promising first. */
export const scriptFixes: readonly Fix[] = [
  // Locators
  {
    for: ["S1"],
    where: (error) => !isResolved(error),
    text: "Look for {target} in the page at the time of failure (snapshot, screenshot or trace): was it renamed or moved into a frame, or is this not the expected page?",
  },
  {
    for: ["S1"],
    tools: ["playwright"],
    text: "Test {target} on the page with the locator picker, and use the locator it suggests.",
    code: "npx playwright codegen",
  },
  {
    for: ["S1"],
    tools: ["cypress"],
    text: "Replace {target} with a test attribute that layout changes do not affect.",
    code: "cy.get('[data-cy=…]')",
  },
  {
    for: ["S1"],
    tools: ["selenium", "robot", "webdriverio"],
    text: "If {target} depends on positions or generated class names, locate by id, name or a data attribute.",
  },
  {
    for: ["S1"],
    where: ({ target }) => /iframe|frame/i.test(target ?? ""),
    text: "{target} names a frame: switch to it before you locate elements in it.",
  },
  {
    for: ["S1"],
    where: isResolved,
    text: "{target} was found but did not reach the expected state: check its actual state in the call log.",
  },
  {
    for: ["S2"],
    tools: ["playwright"],
    text: "{target} matches several elements. Narrow it by name or by container.",
    code: "page.getByRole(…, { name: '…', exact: true })",
  },
  {
    for: ["S2"],
    text: "{target} matches several elements: narrow it to the intended one instead of taking the first.",
  },
  { for: ["S3"], text: "{cover} covers {target}: close it or wait until it disappears before you click." },
  {
    for: ["S3"],
    where: ({ text, type }) => /stale/i.test(`${type ?? ""} ${text}`),
    text: "The page was rendered again after the element was found: in {place}, locate the element right before you use it.",
  },
  {
    for: ["S3"],
    where: ({ text }) => /alert/i.test(text),
    text: "An alert is open: accept or dismiss it before the next step, in {place}.",
  },
  { for: ["S3"], text: "Wait until {target} is visible and enabled, and scroll it into view, before it is used." },
  {
    for: ["S4"],
    where: ({ text }) => /networkidle/.test(text),
    text: "Do not wait for network idle, which pages that poll never reach. Wait for what the next step needs.",
  },
  {
    for: ["S4"],
    where: ({ received }) => /^\W*$/.test(received ?? "x"),
    tools: ["selenium", "java", "robot"],
    text: "The text was read while it was still empty, in {place}: wait until the element has the text {expected}.",
    code: "wait.until(ExpectedConditions.textToBePresentInElementLocated(…))",
  },
  {
    for: ["S4"],
    text: "Wait for the state of {target}, and compare its duration in passing runs before you increase the timeout.",
  },
  // Expectations of tests
  {
    for: ["S5"],
    text: "The check in {place} expects {expected} and the application returns {received}: if that is intended now, change the check.",
  },
  {
    for: ["S5"],
    where: ({ text }) => /snapshot/i.test(text),
    tools: ["playwright"],
    text: "If the new image is right, update the baseline.",
    code: "npx playwright test --update-snapshots",
  },
  // Test code
  {
    for: ["S6"],
    where: ({ text }) => /is not defined|NameError|No keyword|not found/.test(text),
    text: "{missing} is not defined where it is used: import or define it, or correct its name.",
  },
  {
    for: ["S6"],
    where: ({ text }) => /is not a function/.test(text),
    text: "{missing} is not a function: check what {place} receives, and the version of the library it comes from.",
  },
  {
    for: ["S6"],
    where: ({ text }) => /reading|null|undefined|None/.test(text),
    text: "{missing} is read from an undefined value: check the returned value in {place} before you use it.",
  },
  { for: ["S6", "S7", "S8"], text: "The error comes from the test code: start at {place}." },
  {
    for: ["S7"],
    where: ({ text }) => /fixture/.test(text),
    tools: ["pytest"],
    text: "The fixture {missing} is not available to this test: put it into a conftest.py above it, or install its plug-in.",
    code: "pytest --fixtures",
  },
  {
    for: ["S7"],
    where: ({ text }) => /invalid url/i.test(text),
    tools: ["playwright"],
    text: "A relative URL needs a base URL: set one in the configuration.",
    code: "use: { baseURL: 'http://localhost:3000' }",
  },
  {
    for: ["S7"],
    where: ({ text }) => /No tests? found/i.test(text),
    text: "No tests were found: check the file pattern and the filter of this run.",
  },
  { for: ["S8"], text: "Check what the mock returns for {missing}: the code under test needs it." },
];
