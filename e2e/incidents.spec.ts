import { expect } from "@playwright/test";
import { signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "incidents" });

test("an outage is shown everywhere, leads to its failures, and can be excluded from the rates", async ({
  page,
  seeded,
}) => {
  const down = "page.goto: net::ERR_CONNECTION_REFUSED at https://inventory.staging/items";
  const names = ["opens", "lists", "filters", "sorts", "pays", "ships"];
  const failing = failingJunit(Object.fromEntries(names.map((name) => [`${name} the cart`, down])));
  await signedIn(page, seeded);
  await page.goto("/");
  await uploadReport(seeded, { filename: "r.xml", suite: "shop", build: "1" }, failing);
  const incident = page.getByRole("region", { name: "Incidents" }).getByRole("listitem");

  await test.step("the dashboard shows it automatically", async () => {
    await expect(incident).toContainText("Incident: inventory.staging");
    await expect(incident).toContainText("6 tests failed in 1 report");
    await expect(page.getByRole("list", { name: "Metrics of all reports" })).toContainText(/Pass Rate\s*14%/);
  });

  await test.step("the pass rate then excludes it, with a note", async () => {
    await incident.getByRole("button", { name: "Exclude from rates" }).click();
    await expect(page.getByText("6 failures excluded from the project's rates.")).toBeVisible();
    await expect(incident).toContainText("Excluded from rates by");
    await expect(page.getByRole("list", { name: "Metrics of all reports" })).toContainText(
      "100.0% of tests run, excluding 6 failures",
    );
  });

  await test.step("its failures are one click away, and the report shows it too", async () => {
    await incident.getByRole("link", { name: "Show its failures" }).click();
    await expect(page).toHaveURL(/\/defects\?.*incident=\d+/);
    await expect(page.getByText(/^6 failures from .* grouped into 1 cause$/)).toBeVisible();
    await page.getByRole("tab", { name: "By Test Case" }).click();
    await page
      .getByRole("link", { name: /opens the cart/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/reports\/\d+/);
    await expect(incident).toContainText("6 failures of this report");
    await incident.getByRole("button", { name: "Include in rates" }).click();
    await expect(page.getByText("6 failures included in the project's rates again.")).toBeVisible();
  });
});
