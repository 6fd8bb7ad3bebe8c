import { expect, test } from "vitest";
import { FailureGroups } from "#grouping/failure-groups.ts";
import { FailureAnalyst } from "./failure-analyst.ts";

type Written = string | readonly [message: string, stack: string];

const analyst = new FailureAnalyst();

const outlineOf = (written: Written) => {
  const [message, stack] = typeof written === "string" ? [written, null] : written;
  return analyst.analyse({ message, stack }).outline;
};

const groupsOf = (failures: readonly Written[]) => {
  const groups = new FailureGroups();
  const outlines = failures.map(outlineOf);
  for (const outline of outlines) groups.add(outline);
  return new Set(outlines.map((outline) => groups.groupOf(outline)));
};

const playwrightJunit = (title: string, attached: string, retry = "") =>
  [
    `cart.spec.ts:9:5 ${title}`,
    `  [chromium] › cart.spec.ts:9:5 › ${title}

    Error: expect(locator).toBeVisible() failed

    Locator: getByTestId('total')
    Expected: visible
    Error: element(s) not found

    Call log:
      - Expect "toBeVisible" with timeout 5000ms

    > 10 |   await expect(page.getByTestId('total')).toBeVisible();
         |                                           ^
        at /shop/cart.spec.ts:10:43

    attachment #1: screenshot (image/png) ───────────────
    ${attached}
    ─────────────────────────────────────────────────────
${retry}`,
  ] as const;

const again = `
    Retry #1 ─────────────────────────────────────────────

    Error: page.reload: Target crashed

    attachment #2: trace (application/zip) ───────────────
    ..\\out\\cart-total-retry1\\trace.zip
    Usage:

        npx playwright show-trace ..\\out\\cart-total-retry1\\trace.zip

    ──────────────────────────────────────────────────────`;

const missing = `no such element: Unable to locate element: {"method":"css selector","selector":"#pay"}`;
const seleniumStack = (from: string) =>
  `org.openqa.selenium.NoSuchElementException: ${missing}\n  (Session info: chrome=126.0.1)\n\tat shop.pages.PayPage.${from}(PayPage.java:31)`;
const cypressRequest = (separator: string) =>
  [
    "`cy.request()` failed trying to load:",
    "https://shop.example/orders",
    "We attempted to make an http request to this URL but the request failed without a response.",
    "We received this error at the network level:",
    "> Error: read EPROTO 140",
  ].join(separator);

test.for<[name: string, failures: readonly Written[]]>([
  [
    "attachments and retries in Playwright's JUnit",
    [
      playwrightJunit("shows the total", "test-results/cart-shows-the-total-chromium/test-failed-1.png"),
      playwrightJunit("adds a line", "..\\..\\out\\cart-adds-a-line-chromium\\test-failed-1.png", again),
    ],
  ],
  [
    "an undefined property in four engines",
    [
      "TypeError: Cannot read properties of undefined (reading 'total')",
      "TypeError: Cannot read property 'total' of undefined",
      "TypeError: 'undefined' is not an object (evaluating 'e.total')",
      "TypeError: undefined is not an object (evaluating 'this.cart.total')",
      `TypeError: can't access property "total", cart is undefined`,
    ],
  ],
  [
    "a null property in three engines",
    [
      "TypeError: Cannot read properties of null (reading 'focus')",
      "TypeError: null is not an object (evaluating 'input.focus')",
      `TypeError: can't access property "focus", input is null`,
    ],
  ],
  [
    "a missing variable in two engines",
    ["ReferenceError: cartTotal is not defined", "ReferenceError: Can't find variable: cartTotal"],
  ],
  [
    "a missing function in two engines",
    [
      "TypeError: cart.sum is not a function",
      "TypeError: cart.sum is not a function. (In 'cart.sum(1)', 'cart.sum' is undefined)",
    ],
  ],
  [
    "JSON that is HTML in four engines",
    [
      `SyntaxError: Unexpected token '<', "<!DOCTYPE "... is not valid JSON`,
      "SyntaxError: Unexpected token < in JSON at position 0",
      "SyntaxError: JSON.parse: unexpected character at line 1 column 1 of the JSON data",
      "SyntaxError: JSON Parse error: Unrecognized token '<'",
    ],
  ],
  [
    "a request that failed in three browsers",
    [
      "TypeError: Failed to fetch",
      "TypeError: NetworkError when attempting to fetch resource.",
      "TypeError: Load failed",
    ],
  ],
  [
    "a navigation that was aborted in three browsers",
    [
      'Error: page.goto: net::ERR_ABORTED; maybe frame was detached?\nCall log:\n  - navigating to "http://shop.test/a"',
      'Error: page.goto: NS_BINDING_ABORTED; maybe frame was detached?\nCall log:\n  - navigating to "http://shop.test/a"',
      'Error: page.goto: Load request cancelled\nCall log:\n  - navigating to "http://shop.test/b"',
    ],
  ],
  [
    "a closed page in several versions",
    [
      "Error: locator.click: Target page, context or browser has been closed\nCall log:\n  - waiting for locator('#pay')",
      "Error: locator.click: Target closed\nCall log:\n  - waiting for locator('#pay')",
      "locator.click: Browser has been closed\nCall log:\n  - waiting for locator('#pay')",
    ],
  ],
  [
    "a refused connection in several languages",
    [
      "connect ECONNREFUSED 127.0.0.1:4173",
      "java.net.ConnectException: Connection refused: localhost/127.0.0.1:4173",
      "ConnectionRefusedError: [WinError 10061] Es konnte keine Verbindung hergestellt werden, da der Zielcomputer die Verbindung verweigerte: http://localhost:80/",
      "dial tcp 127.0.0.1:5432: connect: connection refused",
    ],
  ],
  [
    "an element with and without a stack, from several tools",
    [
      missing,
      [missing, seleniumStack("pay")],
      ["", seleniumStack("open")],
      `Message: ${missing}\n  (Session info: chrome=126.0.6478.57); For documentation on this error, please visit: https://www.selenium.dev/x\nStacktrace:\n#0 0x55d\nchromedriver!GetHandleVerifier [0x1+2]\nSymbols not available. Dumping unresolved backtrace:\n\t0x7ff6a1`,
      `selenium.common.exceptions.NoSuchElementException: Message: ${missing}\n  (Session info: chrome=126.0.6478.57)`,
      missing.replaceAll('"', "&quot;"),
      `OpenQA.Selenium.NoSuchElementException : ${missing}\n  (Session info: chrome=131.0.1)`,
    ],
  ],
  [
    "a message whose line breaks were lost",
    [
      [cypressRequest(" "), `CypressError: ${cypressRequest("\n\n")}\n    at cy.js:1:2`],
      ["", `CypressError: ${cypressRequest("\n\n")}\n    at cy.js:1:2`],
      `CypressError: ${cypressRequest("\n\n")}`,
    ],
  ],
  [
    "what Cypress adds in a hook",
    [
      "Timed out retrying after 4000ms: Expected to find element: `#pay`, but never found it.",
      "Timed out retrying: Expected to find element: `#pay`, but never found it.\n\nBecause this error occurred during a `before each` hook we are skipping the remaining tests in the current suite: `Payment`",
      "AssertionError: Timed out retrying after 10000ms: Expected to find element: `#pay`, but never found it.\n\nBecause this error occurred during a `before all` hook we are skipping all of the remaining tests.\n\nAlthough you have test retries enabled, we do not retry tests when `before all` or `after all` hooks fail",
    ],
  ],
  [
    "colours without their escape character",
    [
      "Error: expect(locator).toHaveText(expected)\n\nLocator: locator('#pay')\nExpected string: \"Paid\"",
      "Error: [2mexpect([22m[31mlocator[39m[2m).[22mtoHaveText[2m([22m[32mexpected[39m[2m)[22m\n\nLocator: locator('#pay')\nExpected string: [32m\"Paid\"[39m",
      "Error: \\u001b[2mexpect(\\u001b[22mlocator).toHaveText(expected)\n\nLocator: locator('#pay')\nExpected string: \"Paid\"",
      "Error: &#x1B;[2mexpect(locator).toHaveText(expected)\n\nLocator: locator('#pay')\nExpected string: \"Paid\"",
    ],
  ],
  [
    "colours without their escape character in front of plain words",
    [
      "expected: 2 lines in the basket",
      "^[[0;34mexpected^[[m: ^[[0;31m2 lines^[[m in the basket",
      "&#27;[0;32mexpected&#27;[0m: 2 lines in the basket",
    ],
  ],
  [
    "other received values of one assertion",
    [
      'Error: expect(locator).toHaveText(expected) failed\n\nLocator: locator(\'#state\')\nExpected string: "Paid"\nReceived string: "Refused"',
      'Error: expect(locator).toHaveText(expected) failed\n\nLocator: locator(\'#state\')\nExpected string: "Paid"\nReceived string: "Waiting for the bank"',
    ],
  ],
  [
    "other received values in one line",
    [
      "Timed out retrying after 4000ms: expected '<p#state>' to have text 'Saved', but the text was 'Saving'",
      "Timed out retrying after 4000ms: expected '<p#state>' to have text 'Saved', but the text was 'Loading the order'",
    ],
  ],
  [
    "differences that JUnit marks in other places",
    [
      "org.junit.ComparisonFailure: state of the order expected:<[Paid]> but was:<[Refused]>",
      "org.junit.ComparisonFailure: state of the order expected:<P[aid]> but was:<P[ending]>",
    ],
  ],
  [
    "other actual values of TestNG",
    ["title of the page expected [Basket] but found []", "title of the page expected [Basket] but found [Sign in]"],
  ],
  [
    "ids in names",
    [
      "user_3f2c1a9e-ab12-4c3d-9e8f-0123456789ab was not created",
      "user_0b1d2e3f-cd34-4e5f-8a9b-ba9876543210 was not created",
    ],
  ],
  [
    "random ids of letters and digits",
    [
      "404 Client Error: Not Found for url: http://localhost:3000/users/0uxuPY0cbmQhpEz1",
      "404 Client Error: Not Found for url: http://localhost:3000/users/jogfODIlXsqxNFS2a7",
    ],
  ],
  [
    "pods",
    [
      "Read timed out at http://cart-7f9c6d5b8-x2x4z.shop.svc:8080/",
      "Read timed out at http://cart-58bd9c4f7d-k9w2m.shop.svc:8080/",
    ],
  ],
  [
    "durations of several units",
    [
      "no mail arrived within 1 minute 30 seconds",
      "no mail arrived within 90 seconds",
      "no mail arrived within 90000ms",
    ],
  ],
  [
    "the end of a test that names its action",
    [
      "Test timeout of 30000ms exceeded.\n\nError: page.click: Test timeout of 30000ms exceeded.\nCall log:\n  - waiting for locator('#pay')",
      "Error: page.click: Test timeout of 60000ms exceeded.\nCall log:\n  - waiting for locator('#pay')",
      "Test timeout of 30000ms exceeded while running \"beforeEach\" hook.\n\nError: page.click: Test timeout of 30000ms exceeded.\nCall log:\n  - waiting for locator('#pay')",
    ],
  ],
  [
    "a message that the stack repeats behind its class",
    [
      "AssertionError: score of the hub too low: 12",
      [
        "AssertionError: score of the hub too low: 14",
        "E   AssertionError: score of the hub too low: 14\n\ntests/test_score.py:4: AssertionError",
      ],
      [
        "score of the hub too low: 11",
        'Traceback (most recent call last):\n  File "/ci/tests/test_score.py", line 4, in test_hub\nAssertionError: score of the hub too low: 11',
      ],
    ],
  ],
  [
    "frames of Firefox and WebKit",
    [
      "Error: page.evaluate: cart is empty",
      "Error: page.evaluate: cart is empty\n@debugger eval code line 290 > eval:1:30\nevaluate@debugger eval code:292:16\npay@http://localhost:3000/app.js:9:2",
    ],
  ],
  [
    "failures that Robot collected or retried",
    [
      "Page should have contained text 'Paid' but did not.",
      "Keyword 'Page Should Contain' failed after retrying for 10 seconds. The last error was: Page should have contained text 'Paid' but did not.",
      "Keyword 'Page Should Contain' failed after retrying 3 times. The last error was: Page should have contained text 'Paid' but did not.",
      "Several failures occurred:\n\n1) Page should have contained text 'Paid' but did not.\n\n2) Alert not found in 5 seconds.",
    ],
  ],
  [
    "Playwright for Java and Python",
    [
      'TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for locator("#pay")',
      'playwright._impl._errors.TimeoutError: Locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for locator("#pay")',
      "com.microsoft.playwright.TimeoutError: Error {\n  message='Locator.click: Timeout 30000ms exceeded.\n=========================== logs ===========================\nwaiting for locator(\"#pay\")\n============================================================\n  name='TimeoutError\n  stack='TimeoutError: Locator.click: Timeout 30000ms exceeded.\n}",
    ],
  ],
  [
    "an assertion of Karate on one address",
    [
      'status code was: 404, expected: 200, response time in milliseconds: 120, url: https://shop.example/users/12, response:\n{"message":"no user 12"}\nclasspath:users/user.feature:14',
      'status code was: 404, expected: 200, response time in milliseconds: 9, url: https://shop.example/users/977, response:\n{"message":"no user 977 of yours"}\nclasspath:users/other.feature:20',
    ],
  ],
  [
    "assertions of two versions of Playwright",
    [
      "Error: Timed out 5000ms waiting for expect(locator).toBeVisible()\n\nLocator: locator('#pay')\nExpected: visible\nReceived: <element(s) not found>",
      "Error: expect(locator).toBeVisible() failed\n\nLocator: locator('#pay')\nExpected: visible\nTimeout: 10000ms\nError: element(s) not found",
    ],
  ],
  [
    "pages that Testing Library prints",
    [
      `TestingLibraryElementError: Unable to find an element by: [data-testid="total"]\n\nIgnored nodes: comments, script, style\n<body>\n  <div\n    class="basket"\n  >\n    Two apples\n  </div>\n</body>`,
      `TestingLibraryElementError: Unable to find an element by: [data-testid="total"]\n\n<body>\n  <main\n    id="empty"\n  >\n    Nothing here\n  </main>\n</body>`,
    ],
  ],
  [
    "lines of code of RSpec",
    [
      "Failure/Error: let(:order) { create(:order) }\n\nActiveRecord::RecordInvalid:\n  Validation failed: Customer must exist\n# ./spec/order_spec.rb:4:in `block'",
      "Failure/Error: create(:order, total: 3)\n\nActiveRecord::RecordInvalid:\n  Validation failed: Customer must exist\n# ./spec/bill_spec.rb:9:in `block'",
    ],
  ],
  [
    "root causes of Katalon",
    [
      "Test Cases/Pay FAILED.\nReason:\ncom.kms.katalon.core.exception.StepFailedException: Unable to click on object 'Page/pay' (Root cause: org.openqa.selenium.NoSuchWindowException: no such window: target window already closed",
      "Test Cases/Sign in FAILED.\nReason:\ncom.kms.katalon.core.exception.StepFailedException: Unable to set text of object 'Page/name' (Root cause: org.openqa.selenium.NoSuchWindowException: no such window: target window already closed",
    ],
  ],
  [
    "differences of PHPUnit",
    [
      "Failed asserting that two strings are equal.\n--- Expected\n+++ Actual\n@@ @@\n-'Paid'\n+'Refused'",
      "Failed asserting that two strings are equal.\n--- Expected\n+++ Actual\n@@ @@\n-'Paid'\n+'Waiting'",
    ],
  ],
  [
    "output that pytest captured",
    [
      "AssertionError: the basket of the customer is empty",
      "AssertionError: the basket of the customer is empty\n------------------------------ Captured stdout call ------------------------------\nGET /basket of ann",
    ],
  ],
  ["typographic quotes", ["Das Feld „Name“ fehlt in der Bestellung", 'Das Feld "Name" fehlt in der Bestellung']],
])("%s: one group", ([, failures]) => {
  expect([...groupsOf(failures)]).toHaveLength(1);
});

test.for<[name: string, failures: readonly Written[]]>([
  ["texts without Latin letters", ["编辑门店失败", "登录失败", "Не удалось войти", "Корзина пуста"]],
  [
    "properties of several engines",
    ["Cannot read properties of undefined (reading 'total')", "undefined is not an object (evaluating 'cart.lines')"],
  ],
  [
    "null and undefined",
    ["Cannot read properties of undefined (reading 'total')", "Cannot read properties of null (reading 'total')"],
  ],
  [
    "statuses of Karate",
    [
      "status code was: 404, expected: 200, url: https://shop.example/users",
      "status code was: 500, expected: 200, url: https://shop.example/users",
    ],
  ],
  ["names behind the same assertion", ["expected 'open' to be 'paid'", "expected 'open' to be 'sent'"]],
  [
    "bare booleans of several tests",
    [
      ["expected [true] but found [false]", "\tat shop.PayTest.pays(PayTest.java:12)"],
      ["expected [true] but found [false]", "\tat shop.CartTest.adds(CartTest.java:12)"],
    ],
  ],
  [
    "expected texts of one locator",
    [
      'Locator: locator(\'#state\')\nExpected string: "Paid"\nReceived string: "x"',
      'Locator: locator(\'#state\')\nExpected string: "Sent"\nReceived string: "x"',
    ],
  ],
  [
    "closed pages of several locators",
    [
      "locator.click: Target closed\nCall log:\n  - waiting for locator('#pay')",
      "locator.click: Target closed\nCall log:\n  - waiting for locator('#back')",
    ],
  ],
  [
    "states of one locator",
    [
      "Locator: locator('#state')\nExpected: visible\nReceived: hidden",
      "Locator: locator('#state')\nExpected: visible\nReceived: <element(s) not found>",
    ],
  ],
  [
    "pods of two services",
    [
      "Read timed out at http://cart-7f9c6d5b8-x2x4z.shop.svc:8080/",
      "Read timed out at http://stock-7f9c6d5b8-x2x4z.shop.svc:8080/",
    ],
  ],
  ["classes without a text", ["java.lang.NullPointerException", "java.lang.IllegalStateException"]],
  [
    "assertions of RSpec without a text",
    [
      "Failure/Error: expect(cart.total).to eq(12)\n\n  expected: 12\n       got: 0\n\n  (compared using ==)",
      "Failure/Error: expect(cart.lines.size).to eq(12)\n\n  expected: 12\n       got: 0\n\n  (compared using ==)",
    ],
  ],
  [
    "expected values of differences",
    [
      "Failed asserting that two strings are equal.\n--- Expected\n+++ Actual\n@@ @@\n-'Paid'\n+'x'",
      "Failed asserting that two strings are equal.\n--- Expected\n+++ Actual\n@@ @@\n-'Sent'\n+'x'",
    ],
  ],
  [
    "versions of a browser",
    [
      "This version of ChromeDriver only supports Chrome version 91",
      "This version of ChromeDriver only supports Chrome version 114",
    ],
  ],
])("%s: a group each", ([, failures]) => {
  expect([...groupsOf(failures)]).toHaveLength(failures.length);
});
