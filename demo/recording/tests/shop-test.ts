import { readFileSync } from "node:fs";
import { test as base } from "@playwright/test";

const shop = readFileSync(new URL("../shop.html", import.meta.url), "utf8");

/** A test in which the address of the shop responds without a server or a network. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await page.route("https://staging.shop.example/**", (route) =>
      route.fulfill({ body: shop, contentType: "text/html" }),
    );
    await use(page);
  },
});
