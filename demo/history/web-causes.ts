import { red } from "../reports/ansi.ts";
import type { Cause } from "./cause.ts";
import { actionFailed, expectationFailed, staging, valueDiffers } from "./playwright-messages.ts";

const total = "await expect(page.getByTestId('order-total')).toHaveText(";

export const voucherTotal: Cause = {
  id: "voucher-total",
  type: "Error",
  message: () =>
    expectationFailed({
      matcher: "toHaveText",
      locator: "getByTestId('order-total')",
      expected: `"€ 71.10"`,
      received: `"€ 79.00"`,
      timeoutMs: 3000,
      seen: `locator resolved to <td data-testid="order-total">€ 79.00</td>`,
    }),
  statements: ["await page.getByRole('button', { name: 'Apply' }).click();", `${total}'€ 71.10');`],
  takesMs: 4300,
  picture: "voucher-total.png",
  trace: "voucher-total.trace.zip",
};

export const accentSearch: Cause = {
  id: "accent-search",
  type: "Error",
  message: () =>
    expectationFailed({
      matcher: "toHaveCount",
      locator: "getByTestId('product')",
      expected: "1",
      received: "0",
      timeoutMs: 3000,
      seen: "locator resolved to 0 elements",
    }),
  statements: [
    "await page.getByRole('button', { name: 'Search' }).click();",
    "await expect(page.getByTestId('product')).toHaveCount(1);",
  ],
  takesMs: 4100,
  picture: "search-nothing-found.png",
  trace: "search-nothing-found.trace.zip",
};

export const cookieBanner: Cause = {
  id: "cookie-banner",
  type: "TimeoutError",
  message: () =>
    actionFailed("TimeoutError: locator.click", "Timeout 10000ms exceeded.", [
      "waiting for getByRole('button', { name: 'Add to cart' })",
      "  - locator resolved to <button>Add to cart</button>",
      "attempting click action",
      "  20 × waiting for element to be visible, enabled and stable",
      `     - <div class="cover">…</div> intercepts pointer events`,
    ]),
  statements: [
    "await page.goto('/product/trail-pack-28');",
    "await page.getByRole('button', { name: 'Add to cart' }).click();",
  ],
  step: "last",
  takesMs: 11_200,
  picture: "cookie-banner.png",
};

export const cartUpdating: Cause = {
  id: "cart-updating",
  type: "Error",
  message: (_test, number) =>
    expectationFailed({
      matcher: "toHaveText",
      locator: "getByTestId('cart-count')",
      expected: `"1"`,
      received: `"…"`,
      timeoutMs: 5000,
      seen: `locator resolved to <span data-testid="cart-count" data-request="${number}">…</span>`,
    }),
  statements: [
    "await page.getByRole('button', { name: 'Add to cart' }).click();",
    "await expect(page.getByTestId('cart-count')).toHaveText('1');",
  ],
  takesMs: 6600,
  picture: "cart-updating.png",
};

export const paymentUnavailable: Cause = {
  id: "payment-unavailable",
  type: "Error",
  message: () =>
    expectationFailed({
      matcher: "toHaveText",
      locator: "getByRole('heading', { level: 1 })",
      expected: `"Thank you"`,
      received: `"Checkout"`,
      timeoutMs: 15_000,
      seen: "locator resolved to <h1>Checkout</h1>",
    }),
  statements: [
    "await page.getByRole('button', { name: 'Place order' }).click();",
    "await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', { timeout: 15_000 });",
  ],
  takesMs: 18_900,
  picture: "payment-unavailable.png",
  output: (number) =>
    `[payment] POST https://sandbox.payments.example/v1/charges → 503 (request ${number})\n[payment] giving up after 3 attempts\n`,
};

export const orderExport: Cause = {
  id: "order-export",
  type: "Error",
  message: () => red("Test timeout of 30000ms exceeded."),
  statements: [
    "const file = page.waitForEvent('download');",
    "await (await file).saveAs(testInfo.outputPath('orders.pdf'));",
  ],
  takesMs: 30_050,
  timedOut: true,
  picture: "order-export.png",
};

export const twoButtons: Cause = {
  id: "two-buttons",
  type: "Error",
  message: () =>
    actionFailed(
      "Error: locator.click",
      [
        "Error: strict mode violation: getByRole('button', { name: 'Place order' }) resolved to 2 elements:",
        "    1) <button>Place order</button> aka getByTestId('summary').getByRole('button', { name: 'Place order' })",
        "    2) <button>Place order</button> aka getByTestId('sticky-bar').getByRole('button', { name: 'Place order' })",
        "",
      ].join("\n"),
      ["waiting for getByRole('button', { name: 'Place order' })"],
    ),
  statements: [
    "await page.getByLabel('I accept the terms').check();",
    "await page.getByRole('button', { name: 'Place order' }).click();",
  ],
  step: "last",
  takesMs: 3800,
};

export const pointsMissing: Cause = {
  id: "points-missing",
  type: "TypeError",
  message: () => "TypeError: Cannot read properties of undefined (reading 'balance')",
  statements: ["const account = accounts[testInfo.project.name];", "const before = account.points.balance;"],
  frames: ["at pointsOf (/home/runner/work/shop/shop/web/tests/support/accounts.ts:41:24)"],
  step: "first",
  takesMs: 900,
};

export const slowHome: Cause = {
  id: "slow-home",
  type: "Error",
  message: (_test, number) =>
    valueDiffers("true", "false").concat(`\n\nfirst contentful paint: ${2000 + (number % 900)} ms`),
  statements: ["const paint = await firstContentfulPaint(page);", "expect(paint < 2000).toBe(true);"],
  takesMs: 3900,
};

export const webUnreachable: Cause = {
  id: "web-unreachable",
  type: "Error",
  message: () =>
    actionFailed("Error: page.goto", `net::ERR_CONNECTION_REFUSED at ${staging}/`, [
      `navigating to "${staging}/", waiting until "load"`,
    ]),
  statements: ["// Every test begins at the shop's door.", "await page.goto('/');"],
  step: "first",
  takesMs: 640,
  picture: "unreachable.png",
};
