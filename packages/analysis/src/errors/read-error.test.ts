import { expect, test } from "vitest";
import { readError } from "./read-error.ts";

test.for([
  [
    "Playwright, an action",
    {
      framework: "Playwright",
      message:
        "TimeoutError: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Pay' })\n    - locator resolved to <button disabled>Pay</button>\n\n  11 | test('pays', async () => {\n> 12 |   await page.getByRole('button', { name: 'Pay' }).click();\n     |              ^\n    at /shop/tests/pay.spec.ts:12:14",
    },
    {
      type: "TimeoutError",
      action: "locator.click",
      target: "getByRole('button', { name: 'Pay' })",
      code: "await page.getByRole('button', { name: 'Pay' }).click();",
      frame: { file: "/shop/tests/pay.spec.ts", line: 12, role: "test" },
      text: "TimeoutError: locator.click: Timeout 5000ms exceeded.",
      page: [
        "- waiting for getByRole('button', { name: 'Pay' })",
        "- locator resolved to <button disabled>Pay</button>",
      ],
    },
  ],
  [
    "Playwright, a check on a status",
    {
      framework: "Playwright",
      message:
        "Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 201\nReceived: 503\n\n> 7 |   expect(response.status()).toBe(201);\n    |                             ^",
    },
    { action: "toBe", expected: "201", received: "503", status: 503 },
  ],
  [
    "Playwright's JUnit, which says the error in the stack only",
    {
      framework: "Playwright",
      message: "pay.spec.ts:9:5 pays",
      stack:
        '  [firefox] › pay.spec.ts:9:5 › pays\n\n    Error: page.goto: NS_ERROR_CONNECTION_REFUSED\n    Call log:\n      - navigating to "http://localhost:4173/pay", waiting until "load"\n\n        at /shop/pay.spec.ts:10:14',
    },
    { action: "page.goto", target: "http://localhost:4173/pay", host: "localhost:4173" },
  ],
  [
    "Cypress",
    {
      framework: "Cypress",
      message: "AssertionError: Timed out retrying after 4000ms: Expected to find element: `#pay`, but never found it.",
      stack: "    at Context.eval (webpack://shop/./cypress/e2e/pay.cy.ts:7:9)",
    },
    { type: "AssertionError", target: "#pay", frame: { line: 7, role: "test" } },
  ],
  [
    "Selenium in Java, with its block of versions",
    {
      framework: "Selenium Java / TestNG",
      message:
        'no such element: Unable to locate element: {"method":"css selector","selector":"#pay"}\n  (Session info: chrome=126.0.1)\nBuild info: version: \'4.1\', revision: \'x\'\nSystem info: os.name: \'Linux\'\nSession ID: 9f',
      stack:
        'org.openqa.selenium.NoSuchElementException: no such element: Unable to locate element: {"method":"css selector","selector":"#pay"}\n  (Session info: chrome=126.0.1)\n\tat org.openqa.selenium.remote.RemoteWebDriver.findElement(RemoteWebDriver.java:1)\n\tat shop.pages.PayPage.pay(PayPage.java:31)\n\tat shop.PayTest.pays(PayTest.java:12)',
    },
    {
      type: "org.openqa.selenium.NoSuchElementException",
      action: "no such element",
      target: "#pay",
      frame: { file: "shop.pages.PayPage", line: 31, function: "pay", role: "test" },
      text: 'no such element: Unable to locate element: {"method":"css selector","selector":"#pay"}',
    },
  ],
  [
    "Selenium in Python",
    {
      framework: "pytest",
      message: "selenium.common.exceptions.StaleElementReferenceException: Message: stale element reference: gone",
      stack:
        'Traceback (most recent call last):\n  File "/shop/tests/test_pay.py", line 8, in test_pay\n    button.click()',
    },
    {
      type: "selenium.common.exceptions.StaleElementReferenceException",
      frame: { file: "/shop/tests/test_pay.py", line: 8, function: "test_pay", role: "test" },
    },
  ],
  [
    "Selenium in C#",
    {
      framework: "NUnit",
      message: "OpenQA.Selenium.WebDriverTimeoutException : Timed out after 10 seconds",
      stack:
        "   at OpenQA.Selenium.Support.UI.DefaultWait`1.Until() in /_/wait.cs:line 9\n   at Shop.Tests.PayTests.Pays() in C:\\shop\\PayTests.cs:line 40",
    },
    { type: "OpenQA.Selenium.WebDriverTimeoutException", frame: { line: 40 } },
  ],
  [
    "WebdriverIO",
    {
      framework: "WebdriverIO",
      message: "Error: Can't call click on element with selector \"#pay\" because element wasn't found",
    },
    { action: "click", target: "#pay" },
  ],
  [
    "Puppeteer",
    { framework: "Puppeteer", message: "TimeoutError: Navigation timeout of 30000 ms exceeded" },
    { type: "TimeoutError", target: null },
  ],
  [
    "TestNG",
    {
      framework: "TestNG",
      message: "expected [Paid] but found [Refused]",
      stack:
        "java.lang.AssertionError: expected [Paid] but found [Refused]\n\tat org.testng.Assert.fail(Assert.java:99)\n\tat shop.PayTest.pays(PayTest.java:12)",
    },
    { type: "java.lang.AssertionError", expected: "Paid", received: "Refused", frame: { line: 12 } },
  ],
  [
    "a cause behind a wrapper",
    {
      framework: "Cucumber",
      message:
        "java.lang.reflect.InvocationTargetException\n\tat shop.Steps.<init>(Steps.java:3)\nCaused by: java.net.UnknownHostException: pay.shop.test\n\t... 12 more",
    },
    {
      type: "java.net.UnknownHostException",
      host: "pay.shop.test",
      causes: ["java.net.UnknownHostException: pay.shop.test"],
    },
  ],
  [
    "pytest's source and its error lines",
    {
      framework: "pytest",
      message: "assert 500 == 200",
      stack:
        "    def test_pay(client):\n>       assert client.get('/pay').status_code == 200\nE       assert 500 == 200\nE        +  where 500 = <Response [500]>.status_code\n\ntests/test_pay.py:12: AssertionError",
    },
    {
      expected: "200",
      received: "500",
      status: 500,
      code: "assert client.get('/pay').status_code == 200",
      frame: { line: 12 },
    },
  ],
  [
    "Vitest",
    {
      framework: "Vitest",
      message:
        "AssertionError: expected 3 to be 4 // Object.is equality\n\n- Expected\n+ Received\n\n- 4\n+ 3\n\n ❯ src/total.test.ts:9:21",
    },
    { type: "AssertionError", expected: "4", received: "3", frame: { file: "src/total.test.ts", line: 9 } },
  ],
  [
    "Robot",
    { framework: "Robot Framework", message: "Element 'id=pay' not visible after 5 seconds." },
    { target: "id=pay" },
  ],
  [
    "Robot's requests",
    { framework: "Robot Framework", message: "HTTPError: Url: http://shop.test/pay Expected status: 401 != 200" },
    { expected: "200", received: "401", status: 401 },
  ],
  [
    "RestAssured",
    { framework: "RestAssured", message: "1 expectation failed.\nExpected status code <200> but was <401>.\n" },
    { expected: "200", received: "401", status: 401 },
  ],
  [
    "what nobody can parse",
    { message: "编辑门店失败" },
    {
      type: null,
      action: null,
      target: null,
      expected: null,
      received: null,
      status: null,
      frame: null,
      text: "编辑门店失败",
    },
  ],
] as const)("%s", ([, failure, parts]) => {
  expect(readError(failure)).toMatchObject(parts);
});

test.for([
  ["nothing", ""],
  ["blanks", " \n\t\r\n "],
  ["bytes", "\u0000\u0001\uFFFD\uD800"],
  ["colours", "\u001B[31mError\u001B[39m: \u001B[2mno\u001B[22m"],
  ["right to left", "خطأ: لم يتم العثور على العنصر"],
  ["mojibake", "Quß║ún l├╜ sinh vi├¬n"],
] as const)("%s is handled", ([, message]) => {
  expect(readError({ message }).text).not.toContain("\u001B");
});

// The test times out if a regular expression backtracks, which would take hours for these texts.
test.for([
  ["one line", "x".repeat(5_000_000)],
  ["a stack", "Error: deep\n" + "    at call (/shop/src/a.ts:1:2)\n".repeat(150_000)],
  ["spaces", `Error: ${" ".repeat(5_000_000)}x`],
  ["brackets", "at (".repeat(1_000_000)],
  ["quotes", "'".repeat(3_000_000)],
  ["slashes", "/a".repeat(2_000_000)],
] as const)("parses five megabytes of %s in time", ([, text]) => {
  expect(readError({ message: text, stack: text }).text.length).toBeGreaterThan(0);
});

test("frames that TestNG removed and log lines of Robot Framework are not part of the text", () => {
  const removed = "java.lang.AssertionError\n\tat org.testng.Assert.fail(Assert.java:99)\n... Removed 25 stack frames";
  expect(readError({ message: removed }).text).toBe("java.lang.AssertionError");
  const logged =
    "WARN: The version of firefox cannot be detected.\nFAIL: Page should have contained text 'Paid' but did not.";
  expect(readError({ message: "", stack: logged }).text).not.toContain("firefox");
});

test.for([
  [
    "Ruby",
    "# ./app/models/order.rb:22:in `average'\n# ./spec/models/order_spec.rb:8:in `block'",
    "./app/models/order.rb",
    "app",
  ],
  [
    "Python, where the innermost frame is the last one",
    "tests/test_cart.py:77: in cart\n    app = create_app()\nsrc/api/server.py:428: in create_app\n    settings()\nE   NameError: name 'settings' is not defined",
    "src/api/server.py",
    "app",
  ],
  [
    "Vitest, with a damaged arrow",
    " ÔØ» total packages/cart/total.ts:14:3\n ÔØ» tests/cart.test.ts:3:1",
    "packages/cart/total.ts",
    "app",
  ],
] as const)("the frame that threw is found in a stack of %s", ([, stack, file, role]) => {
  expect(readError({ message: "Error: boom", stack }).frame).toMatchObject({ file, role });
});

test.for([
  ["/home/runner/work/shop/shop/src/cart.ts", "app"],
  ["/home/runner/work/shop/shop/tests/cart.test.ts", "test"],
  ["/Users/qa/shop/src/cart.ts", "app"],
  ["C:\\Users\\test\\shop\\src\\cart.ts", "app"],
  ["/builds/automation/shop/src/cart.ts", "app"],
  ["/home/ann/e2e/pay.ts", "test"],
] as const)("the folder above the project does not make %s test code", ([file, role]) => {
  expect(readError({ message: "Error: boom", stack: `    at total (${file}:3:1)` }).frame).toMatchObject({ role });
});
