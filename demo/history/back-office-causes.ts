import type { Cause } from "./cause.ts";

const chrome = "159.0.8154.6";

/** Adds the text that Selenium appends to exceptions. */
function withBuild(message: string, number: number): string {
  return [
    message,
    `  (Session info: chrome=${chrome})`,
    "Build info: version: '4.35.0', revision: '1c58e5028b'",
    "System info: os.name: 'Linux', os.arch: 'amd64', os.version: '6.8.0', java.version: '21.0.8'",
    "Driver info: org.openqa.selenium.chrome.ChromeDriver",
    `Session ID: 7f3a9c0d52e14b6f8a21${number}c4d7`,
  ].join("\n");
}

const remote = [
  "at org.openqa.selenium.remote.codec.w3c.W3CHttpResponseCodec.createException(W3CHttpResponseCodec.java:200)",
  "at org.openqa.selenium.remote.codec.w3c.W3CHttpResponseCodec.decode(W3CHttpResponseCodec.java:133)",
  "at org.openqa.selenium.remote.RemoteWebDriver.execute(RemoteWebDriver.java:557)",
];

export const staleRow: Cause = {
  id: "stale-row",
  type: "org.openqa.selenium.StaleElementReferenceException",
  message: (_test, number) =>
    withBuild("stale element reference: stale element not found in the current frame", number),
  statements: ["List<WebElement> rows = page.rows();", "rows.get(0).click();"],
  frames: [...remote, "at org.openqa.selenium.remote.RemoteWebElement.click(RemoteWebElement.java:86)"],
  takesMs: 3100,
  picture: "back-office-orders.png",
};

export const rowsMissing: Cause = {
  id: "rows-missing",
  type: "org.openqa.selenium.TimeoutException",
  message: (_test, number) =>
    withBuild(
      "Expected condition failed: waiting for visibility of element located by By.cssSelector: table.orders tbody tr (tried for 10 second(s) with 500 milliseconds interval)",
      number,
    ),
  statements: ["page.open();", 'wait.until(visibilityOfElementLocated(cssSelector("table.orders tbody tr")));'],
  frames: [
    "at org.openqa.selenium.support.ui.WebDriverWait.timeoutException(WebDriverWait.java:84)",
    "at org.openqa.selenium.support.ui.FluentWait.until(FluentWait.java:229)",
  ],
  takesMs: 11_400,
  picture: "back-office-orders.png",
};

export const refundPending: Cause = {
  id: "refund-pending",
  type: "org.opentest4j.AssertionFailedError",
  message: () => "expected: <Refunded> but was: <Refund pending>",
  statements: ["refunds.confirm();", 'assertEquals("Refunded", orders.statusOf(order));'],
  frames: [
    "at org.junit.jupiter.api.AssertionFailureBuilder.build(AssertionFailureBuilder.java:158)",
    "at org.junit.jupiter.api.AssertEquals.assertEquals(AssertEquals.java:182)",
    "at org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:1156)",
  ],
  takesMs: 5200,
  picture: "back-office-orders.png",
};

export const driverTooOld: Cause = {
  id: "driver-too-old",
  type: "org.openqa.selenium.SessionNotCreatedException",
  message: () =>
    `Could not start a new session. Response code 500. Message: session not created: This version of ChromeDriver only supports Chrome version 158\nCurrent browser version is ${chrome} with binary path /opt/google/chrome/chrome`,
  statements: ["@BeforeEach void openBrowser() {", "driver = new ChromeDriver(options);"],
  frames: [
    "at org.openqa.selenium.remote.ProtocolHandshake.createSession(ProtocolHandshake.java:114)",
    "at org.openqa.selenium.chrome.ChromeDriver.<init>(ChromeDriver.java:88)",
  ],
  takesMs: 1900,
};

export const backOfficeUnreachable: Cause = {
  id: "back-office-unreachable",
  type: "org.openqa.selenium.WebDriverException",
  message: (_test, number) => withBuild("unknown error: net::ERR_CONNECTION_REFUSED", number),
  statements: ["@BeforeEach void signIn() {", 'driver.get("https://staging.shop.example/back-office");'],
  frames: [...remote, "at org.openqa.selenium.remote.RemoteWebDriver.get(RemoteWebDriver.java:316)"],
  takesMs: 1500,
  picture: "unreachable.png",
};
