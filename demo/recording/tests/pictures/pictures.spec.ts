import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "../shop-test.ts";

const folder = process.env["PICTURES"] ?? "test-results/pictures";
mkdirSync(folder, { recursive: true });
test.use({ trace: "off" });
// The browser's error page is sometimes not rendered in time.
test.describe.configure({ retries: 3 });

const wide = { width: 1024, height: 640 };
const phone = { width: 390, height: 700 };

for (const [name, path, viewport] of [
  ["payment-unavailable", "/checkout?state=payment", wide],
  ["cookie-banner", "/?state=cookies", wide],
  ["cart-updating", "/product/trail-pack-28", wide],
  ["order-export", "/account/orders", wide],
  ["back-office-orders", "/back-office/orders", wide],
  ["mobile-checkout", "/checkout", phone],
  ["mobile-catalogue", "/", phone],
] as const) {
  test(name, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(path);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  });
}

for (const [name, viewport] of [
  ["unreachable", wide],
  ["mobile-unreachable", phone],
] as const) {
  test(name, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.route("https://staging.shop.example/**", (route) => route.abort("connectionrefused"));
    await page.goto("/").catch(() => undefined);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  });
}
