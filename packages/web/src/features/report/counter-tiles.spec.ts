import { expect, test } from "@playwright/test";
import type { Counted } from "./counter-tiles.story.tsx";

const story = "features/report/counter-tiles/Counted";

test("each counter narrows the list to what it counts", async ({ mount }) => {
  const view = await mount<typeof Counted>(story, {});
  const tile = (name: string) => view.getByRole("link", { name });
  await expect(tile("All 50,000")).toHaveAttribute("aria-current", "page");
  await expect(tile("Failed 988")).toHaveAttribute("href", "/reports/7?status=failed");
  await expect(tile("Errored 0")).toHaveAttribute("href", "/reports/7?status=error");
  await expect(tile("Flaky 31")).toHaveAttribute("href", "/reports/7?status=flaky");
});

test("the chosen one is marked, and the words searched for are kept", async ({ mount }) => {
  const view = await mount<typeof Counted>(story, { selected: "skipped", q: "gift card" });
  await expect(view.locator("[aria-current]")).toHaveText(/Skipped\s*12/);
  await expect(view.getByRole("link", { name: "Failed 988" })).toHaveAttribute(
    "href",
    "/reports/7?q=gift+card&status=failed",
  );
});
