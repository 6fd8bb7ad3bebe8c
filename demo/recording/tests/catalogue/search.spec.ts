import { expect } from "@playwright/test";
import { test } from "../shop-test.ts";

test.describe("Search", () => {
  test.describe.configure({ timeout: 20_000 });

  test("finds products by names with accents", { tag: "@search" }, async ({ page }) => {
    await test.step("Open the shop", async () => {
      await page.goto("/");
    });
    await test.step("Search for “Fjäll”", async () => {
      await page.getByLabel("Search").fill("Fjäll");
      await page.getByRole("button", { name: "Search" }).click();
    });
    await expect(page.getByTestId("product")).toHaveCount(1, { timeout: 3000 });
  });
});
