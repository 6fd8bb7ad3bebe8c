import type { ReportedFailure } from "#errors/read-error.ts";

/** Tools in the order of evaluation: those that drive a browser, a device or an API come before the runners below them. */
const signs: readonly (readonly [tool: string, pattern: RegExp])[] = [
  [
    "karate",
    /\bcom\.intuit\.karate\b|match failed: (?:EQUALS|CONTAINS|EACH|WITHIN)|\bkarate\.|status code was: \d{3}, expected: \d{3}|classpath:[\w./-]+\.feature/,
  ],
  [
    "rest-assured",
    /\bio\.restassured\b|\d expectations? failed\.|Expected status code <\d{3}> but was <\d{3}>|JSON path [\w.$[\]'"]+ doesn't match/,
  ],
  ["appium", /\bio\.appium\b|UiAutomator|XCUITest|\bAppium\b|mobile: |AppiumBy|appium:/],
  [
    "playwright",
    /\bplaywright\b|Call log:|\bexpect\(locator\)|\blocator\.\w+:|\bpage\.\w+: |browserType\.launch|strict mode violation|Locator: (?:locator|getBy)|Test timeout of \d+ms exceeded|config\.webServer|Target page, context or browser has been closed|Error: [^\n]{0,200}(?:\n\n)?expect\(received\)/i,
  ],
  ["cypress", /\bcypress\b|\bcy\.\w+\(|CypressError|Timed out retrying after \d+ ?ms/i],
  [
    "selenium",
    /\bopenqa\.selenium\b|\bselenium\b|WebDriverException|NoSuchElementException: no such element|no such element: Unable to locate element: \{|By\.(?:xpath|cssSelector|id|name|linkText)|Session info: chrome|chromedriver|geckodriver|codeborne\.selenide/i,
  ],
  ["webdriverio", /\bwebdriverio\b|\bwdio\b|element \(".{1,200}"\) still not|Can't call \w+ on element with selector/i],
  ["katalon", /\bkms\.katalon\b|Unable to .{0,80}\(Root cause:|Test Cases\/.{1,120} FAILED/i],
  [
    "robot",
    /(?:^|\n)(?:Parent suite setup failed|Setup failed|Teardown failed|Several failures occurred):|Element '.{1,200}' (?:not|did not|was not|should)|No keyword with name|Page should have contained|Element with locator '.{1,200}' not found|Variable '[$@&]\{|(?:^|\n)FAIL: |Environment variable '%\{|Error in file '.{1,300}\.(?:robot|resource)'|Test timeout \d+ \w+ exceeded/,
  ],
  [
    "newman",
    /at assertion:\d+ in test-script|expected response to have (?:status|property|header|body)|sandbox-script\.js|\bpostman\b|\bnewman\b/i,
  ],
  ["supertest", /\bsupertest\b|expected \d{3} ".{0,40}", got \d{3} "|\bsuperagent\b/i],
  ["rspec", /Failure\/Error:|\bCapybara::|\bActiveRecord::|\brspec-(?:core|expectations)\b|_spec\.rb\b/],
  ["codeception", /Codeception|\bCest\b/],
  ["phpunit", /Failed asserting that|was not thrown as expected|PHPUnit/],
  ["behave", /\bbehave\b|Assertion Failed: |features\/steps\//],
  ["reqnroll", /\b(?:Reqnroll|TechTalk\.SpecFlow|SpecFlow)\b/],
  ["nunit", /\bNUnit\.|But was: {1,4}\S/],
  ["mstest", /Microsoft\.VisualStudio\.TestTools|Assert\.\w+ failed\./],
  ["xunit", /\bXunit\.|Assert\.\w+\(\) Failure/],
  ["vitest", /\bvitest\b|@vitest\/|(?:^|\n) *(?:❯|Γ¥») |Test timed out in \d+ms/],
  [
    "jest",
    /\bjest\b|(?:^|\n) *(?:●|ΓùÅ) |expect\(received\)|expect\(element\)\.|at Object\.(?:<anonymous>|test|it) \([^\n]{1,200}\.(?:test|spec)\.|Exceeded timeout of \d+ ms for a test/,
  ],
  [
    "mocha",
    /node_modules[\\/]mocha|at Context\.<anonymous> \(|Ensure the done\(\) callback is being called|For async tests and hooks/,
  ],
  ["pytest", /(?:^|\n)E {3}|(?:^|\n)>? +assert |_pytest|\bself = <|\bconftest\.py|test_\w+\.py:\d+/],
  ["go", /\w_test\.go:\d|^panic: |--- FAIL: Test/],
  ["cucumber", /\bio\.cucumber\b|\.feature:\d+|✽\./],
  ["testng", /\borg\.testng\b|expected \[.{0,200}\] but found \[/],
  ["junit", /\borg\.junit\b|\borg\.opentest4j\b|\bjunit\.framework\b|ComparisonFailure/],
];

// oxlint-disable-next-line no-control-regex -- escape sequences of colours
const colors = /\u001b\[[\d;]*m/g;
const longestHead = 6000;
const longestTail = 2000;

/** Formats of reports that many tools write. Their name is not evidence of the tool. */
const format =
  /^(?:junit|junit[- ]?xml|testng|trx|nunit|xunit|allure(?:-results)?|ctrf|tap|xml|json|log)(?:[ -]?\d+)?$/i;

/** Returns the tool that ran a test, based on its error; otherwise the framework of the report, or "" if that is only a format. */
export function testTool({ message, stack, framework }: ReportedFailure): string {
  const text = `${ends(message)}\n${ends(stack ?? "")}`.replaceAll(colors, "");
  const found = signs.find(([, pattern]) => pattern.test(text))?.[0] ?? "";
  const hint = framework == null || format.test(framework.trim()) ? "" : framework;
  return `${found} ${hint}`.trim();
}

function ends(text: string): string {
  return text.length <= longestHead + longestTail ? text : `${text.slice(0, longestHead)}\n${text.slice(-longestTail)}`;
}

/** Tools that drive a browser, a device or an API. Runners such as TestNG or pytest run any kind of test. */
const drivers =
  /\b(?:karate|rest-assured|appium|playwright|cypress|selenium|webdriverio|katalon|robot|newman|supertest)\b/i;

/** Returns the driver in the name of a tool; `null` if it is only a runner. */
export function driverIn(tool: string): string | null {
  return drivers.exec(tool)?.[0].toLowerCase() ?? null;
}
