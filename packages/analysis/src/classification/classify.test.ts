import { expect, test } from "vitest";
import { classify } from "./classify.ts";
import { unpacked } from "./model.ts";
import { classOf } from "./taxonomy.ts";
import { trainedModel } from "./trained-model.ts";

const model = unpacked(trainedModel);

test.for([
  ["U3", "Playwright", "Error: locator.click: Test ended."],
  ["S7", "Playwright", "Error: page.goto: Protocol error (Page.navigate): Cannot navigate to invalid URL"],
  ["E8", "Robot Framework", 'Error: page.goto: Invalid url: "$SHOP_URL"'],
  ["E1", "Playwright", "Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:4173/"],
  ["E1", "Playwright", "Error: Timed out waiting 60000ms from config.webServer."],
  ["E1", "pytest", "ConnectionError: connection to payments:443 refused"],
  ["E1", "pytest", "httpx.ConnectError: All connection attempts failed"],
  ["E1", "pytest", "urllib.error.URLError: <urlopen error [Errno 111] Connection refused>"],
  ["E1", "Go", "dial tcp 10.0.0.7:8443: connect: connection refused"],
  ["E1", "NUnit", "System.Net.Http.HttpRequestException: Connection refused (payments:443)"],
  ["E1", "Cypress", "CypressError: cy.visit() failed\n> 502: Bad Gateway"],
  ["E2", "Mocha", "Error: getaddrinfo ENOTFOUND pay.shop.test"],
  [
    "E2",
    "pytest",
    "requests.exceptions.ConnectionError: Connection aborted., ConnectionResetError(104, 'Connection reset by peer')",
  ],
  ["E3", "Playwright", "Error: browserType.launch: Executable doesn't exist at /home/ann/firefox"],
  ["E3", "Selenium Java / JUnit", "session not created: This version of ChromeDriver only supports Chrome version 99"],
  ["E4", "Selenium Java / TestNG", "invalid session id: session deleted as the browser has closed the connection"],
  ["E5", "pytest", "OSError: [Errno 28] No space left on device"],
  ["E6", "Jest", "MongoServerSelectionError: connect ECONNREFUSED 127.0.0.1:27017"],
  [
    "E6",
    "Playwright",
    "Error: expect(received).toBe(expected)\n\nExpected: 200\nReceived: 503\n\n> 7 | expect(response.status()).toBe(200)",
  ],
  ["E7", "Playwright", "Error: page.goto: net::ERR_CERT_AUTHORITY_INVALID at https://shop.test/"],
  ["E8", "Vitest", 'Error: Failed to resolve import "left-pad" from "src/a.ts". Does the file exist?'],
  ["S7", "Jest", "Cannot find module '../src/total' from 'src/total.test.js'"],
  ["S6", "Cypress", "ReferenceError: cartTotal is not defined"],
  ["S6", "Robot Framework", "No keyword with name 'Pay Now' found."],
  ["S8", "JUnit", "org.mockito.exceptions.misusing.UnfinishedStubbingException: Unfinished stubbing detected here"],
  ["S2", "Playwright", "Error: locator.click: Error: strict mode violation: getByText('Pay') resolved to 2 elements:"],
  ["S3", "WebdriverIO", "element click intercepted: Element <a> is not clickable at point (3, 4)"],
  ["A3", "pytest", "AssertionError: assert 500 == 200\n +  where 500 = <Response [500]>.status_code"],
  ["A5", "Cypress", "Error: The following error originated from your application code, not from Cypress."],
  [
    "A6",
    "Playwright",
    "Error: expect(page).toHaveScreenshot(expected) failed\n\n  52 pixels (ratio 0.01 of all image pixels) are different.",
  ],
  ["A1", "JUnit", "org.opentest4j.AssertionFailedError: expected: <3> but was: <4>"],
  ["D6", "Robot Framework", "RefreshError: invalid_grant: Token has been expired or revoked."],
  ["U1", "Playwright", "Test timeout of 30000ms exceeded."],
] as const)("classifies as %s, by a rule, the %s message %j", ([subClass, framework, message]) => {
  const verdict = classify({ framework, message }, model);
  expect(verdict).toMatchObject({ class: classOf(subClass), subClass, by: { kind: "rule" } });
  expect(verdict.evidence).not.toEqual([]);
});

test.for([
  "AssertionError: connection to payments:443 refused is missing in the log",
  'expect(locator).toHaveText(expected) failed\n\nExpected: "connection to payments refused"\nReceived: ""',
])("an assertion on the text of a lost connection is not a lost connection: %j", (message) => {
  expect(classify({ framework: "pytest", message }, model).class).not.toBe("Environment Issue");
});

test("a recorded error page takes precedence over a symptom", () => {
  const message = "TimeoutError: locator.fill: Timeout 5000ms exceeded.\nCall log:\n  - waiting for getByLabel('Name')";
  expect(classify({ framework: "Playwright", message }, model).class).toBe("Automation Script Error");
  const seen = `${message}\n  - unexpected page: "502 Bad Gateway"`;
  expect(classify({ framework: "Playwright", message: seen }, model)).toMatchObject({
    subClass: "E1",
    evidence: expect.arrayContaining([expect.stringContaining("502 Bad Gateway")]) as unknown,
  });
});

test.for([
  ["E1", '- heading "502 Bad Gateway"'],
  ["D6", "- alert: Invalid login credentials"],
  ["E6", "- heading: 429 Too Many Requests"],
] as const)("classifies as %s if the recorded page contains %j", ([subClass, line]) => {
  const message = "TimeoutError: locator.fill: Timeout 5000ms exceeded.\nCall log:\n  - waiting for getByLabel('Name')";
  const page = `# Page snapshot\n\n\`\`\`yaml\n- main:\n  ${line}\n\`\`\``;
  expect(classify({ framework: "Playwright", message, page }, model)).toMatchObject({
    subClass,
    evidence: expect.arrayContaining([line]) as unknown,
  });
});

test("the model decides if no rule matches, with less confidence and with alternatives", () => {
  const verdict = classify({ framework: "TestNG", message: "expected [Order 4] but found [Order 5]" }, model);
  expect(verdict.by).toEqual({ kind: "model", version: trainedModel.version });
  expect(verdict.confidence).toBeLessThan(0.95);
  expect(verdict.alternatives.length).toBeGreaterThan(0);
});

test.for(["", " \n ", "\u0000\uFFFD\u0001", "\u001B[31m\u001B[39m"])("%j is unknown", (message) => {
  expect(classify({ message }, model).class).toBe("Unknown");
});

test.for(["خطأ: لم يتم العثور على العنصر", "编辑门店失败", "Quß║ún l├╜ sinh vi├¬n"])(
  "%j is classified like any other message",
  (message) => {
    const { confidence } = classify({ framework: "TestNG", message }, model);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThan(0.97);
  },
);

// The test times out if a regular expression backtracks, which would take hours for these texts.

test.for([
  ["one line", "a".repeat(5_000_000)],
  ["words", "expected timeout of locator ".repeat(200_000)],
  ["lines", "assert 1 == 2\n".repeat(300_000)],
] as const)("classifies five megabytes of %s in time", ([, message]) => {
  expect(classify({ message, stack: message }, model).confidence).toBeGreaterThanOrEqual(0);
});

test.for(["mysql", "MongoServerSelectionError ", "navigating to ", "env ", "A_", "expected ", "at (", "' \"`"])(
  "classifies many repetitions of %j in time",
  (word) => {
    const message = word.repeat(200_000).replaceAll(/(.{1500})/g, "$1\n");
    expect(classify({ message }, model).confidence).toBeGreaterThanOrEqual(0);
  },
);

test.for([
  [
    "a NameError of the application",
    "E   NameError: name 'settings' is not defined",
    "src/api/server.py:428: in create_app",
    "Application Defect",
  ],
  [
    "a NameError of a test",
    "E   NameError: name 'settings' is not defined",
    "tests/test_cart.py:8: in test_cart",
    "Automation Script Error",
  ],
  [
    "an own class that is missing",
    "Pages/CartPage",
    "java.lang.NoClassDefFoundError: Pages/CartPage\n\tat Pages.ItemPage.add(ItemPage.java:4)",
    "Automation Script Error",
  ],
  [
    "a class of a library that is missing",
    "org/apache/poi/Row",
    "java.lang.NoClassDefFoundError: org/apache/poi/Row\n\tat Pages.ItemPage.add(ItemPage.java:4)",
    "Environment Issue",
  ],
  [
    "texts that differ only in spelling",
    "expected [Name is Required] but found [Name is required]",
    null,
    "Automation Script Error",
  ],
  [
    "an expected failure that passed",
    "pay.spec.ts:28:9 pays",
    "  pay.spec.ts:28:9 › pays\n\n    Expected to fail, but passed.",
    "Automation Script Error",
  ],
] as const)("%s is classified by where it was thrown and how", ([, message, stack, expected]) => {
  expect(classify({ message, stack, framework: null }, model).class).toBe(expected);
});

test("the text that a test expects on the page is not taken for the page", () => {
  const message =
    "Error: expect(locator).toBeVisible() failed\n\nLocator: locator('text=Invalid login credentials')\nExpected: visible\nCall log:\n  - Expect \"toBeVisible\" with timeout 5000ms\n  - waiting for locator('text=Invalid login credentials')";
  expect(classify({ message, framework: null }, model).by).not.toMatchObject({ rule: "credentials-seen" });
});

test("letters inside a longer word are not the code of an error", () => {
  const message = "AssertionError: expected 'a' to be 'b'\n\n at src/resumePipeline/classes.test.ts:3:1";
  expect(classify({ message, framework: "Vitest" }, model).class).not.toBe("Environment Issue");
});
