import { expect } from "@playwright/test";
import { test } from "../shop-test.ts";

test.describe("Voucher", () => {
  test.describe.configure({ timeout: 20_000 });

  test("applies a 10 % voucher to the order total", { tag: "@checkout" }, async ({ page }) => {
    await test.step("Open the checkout with one article", async () => {
      await page.goto("/checkout");
    });
    await test.step("Apply the voucher SUMMER10", async () => {
      await page.getByLabel("Voucher").fill("SUMMER10");
      await page.getByRole("button", { name: "Apply" }).click();
    });
    await expect(page.getByTestId("order-total")).toHaveText("€ 71.10", { timeout: 3000 });
  });
});
