import { expect, test } from "vitest";
import { classify } from "./classify.ts";
import { unpacked } from "./model.ts";
import { testTool } from "./test-tool.ts";
import { trainedModel } from "./trained-model.ts";

test.for([
  [
    "playwright",
    "Error: \u001B[2mexpect(\u001B[22m\u001B[31mreceived\u001B[39m\u001B[2m).\u001B[22mtoBe(\u001B[32mexpected\u001B[39m)",
    "",
  ],
  ["playwright", "Test timeout of 30000ms exceeded.", ""],
  ["cypress", "Timed out retrying after 4000ms: Expected to find element: `#total`, but never found it.", ""],
  [
    "selenium",
    "no such element: Unable to locate element",
    "\tat org.openqa.selenium.remote.RemoteWebDriver.findElement(RemoteWebDriver.java:1)",
  ],
  [
    "rest-assured",
    "1 expectation failed.\nExpected status code <200> but was <404>.",
    "\tat java.base/java.lang.Thread.run(Thread.java:833)",
  ],
  ["karate", "status code was: 500, expected: 200, response time in milliseconds: 12", ""],
  ["robot", "Element 'id:total' did not appear in 5 seconds.", ""],
  [
    "newman",
    "expected response to have status code 200 but got 500",
    "AssertionError\n   at Object.eval sandbox-script.js:1:10)",
  ],
  ["rspec", "Failure/Error: expect(total).to eq(4)\n\n  expected: 4\n       got: 5", "# ./spec/total_spec.rb:3"],
  ["jest", "expect(received).toBe(expected)", "    at Object.<anonymous> (src/total.test.js:3:15)"],
  ["vitest", "AssertionError: expected 65 to be 50 // Object.is equality", " ❯ src/total.test.ts:51:21"],
  ["mocha", "expected 4 to equal 5", "AssertionError\n    at Context.<anonymous> (test/total.js:3:12)"],
  ["pytest", "assert 4 == 5", "    def test_total():\n>       assert total() == 5\nE       assert 4 == 5"],
  ["testng", "expected [true] but found [false]", "\tat org.testng.Assert.fail(Assert.java:99)"],
  ["junit", "expected: <4> but was: <5>", "\tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)"],
  ["", "the totals differ", ""],
] as const)("reads %s from the error, whatever format the report has", ([tool, message, stack]) => {
  for (const framework of ["junit", "JUnit XML", "allure", "trx", null])
    expect(testTool({ message, stack, framework })).toBe(tool);
});

test("uses the framework of the report in addition to the error", () => {
  expect(testTool({ message: "the totals differ", framework: "Selenium / TestNG" })).toBe("Selenium / TestNG");
  expect(testTool({ message: "Test timeout of 30000ms exceeded.", framework: "pw" })).toBe("playwright pw");
});

test("reads the tool of a very long error from its ends", () => {
  const log = "a line of the log\n".repeat(300_000);
  expect(testTool({ message: log, stack: `${log}\tat org.openqa.selenium.By.id(By.java:1)` })).toBe("selenium");
});

test("a browser test in JUnit XML gets the same class as with its framework", () => {
  const model = unpacked(trainedModel);
  const failure = {
    message: "expected [Welcome] but found [Sign in]",
    stack:
      "java.lang.AssertionError: expected [Welcome] but found [Sign in]\n\tat org.testng.Assert.fail(Assert.java:99)\n\tat tests.LoginTest.opensAccount(LoginTest.java:31)\n\tat org.openqa.selenium.support.ui.FluentWait.until(FluentWait.java:9)",
    title: "opensAccount",
  };
  const classOf = (framework: string | null) => classify({ ...failure, framework }, model).class;
  expect(classOf("junit")).toBe(classOf(null));
  expect(classOf("junit")).toBe(classOf("selenium"));
});
