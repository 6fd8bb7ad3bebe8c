import { expect } from "@playwright/test";
import { ownProject, signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "tags-and-facts" });

const down = "page.goto: net::ERR_CONNECTION_REFUSED at https://inventory.staging/items";
const names = ["opens", "lists", "filters", "sorts", "pays", "ships"];
const failing = failingJunit(Object.fromEntries(names.map((name) => [`${name} the cart`, down])));

const passing = failing.replaceAll(/<failure[^]*?<\/failure>/g, "");

test("tags and facts of uploads are shown, filter every list, and explain an incident", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Facts");
  const send = (build: string, browser: string, report: string) =>
    uploadReport(
      project,
      { filename: "r.xml", suite: "shop", build, tag: ["nightly"], fact: [`browser=${browser}`, "os=linux"] },
      report,
    );
  const red = await send("1", "chrome-143", failing);
  await send("2", "chrome-143", failing);
  await send("3", "firefox-140", passing);
  await send("4", "firefox-140", passing);
  await signedIn(page, seeded);

  await test.step("the dashboard names the fact", async () => {
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Incidents" })).toContainText("Incident: browser=chrome-143");
  });

  await test.step("the report shows them, and links to the reports with the same ones", async () => {
    await page.goto(`/reports/${red}`);
    await expect(page.getByRole("link", { name: "nightly" })).toBeVisible();
    await page.getByRole("link", { name: "browser: chrome-143" }).click();
    await expect(page).toHaveURL(/\/reports\?.*fact=/);
    await expect(page.getByRole("list", { name: "Active filters" })).toContainText("Fact: browser=chrome-143");
    await expect(page.getByRole("article")).toHaveCount(2);
  });

  await test.step("the filter form of the reports offers them", async () => {
    await page.goto("/reports");
    await page.getByRole("button", { name: /^Filter/ }).click();
    const dialog = page.getByRole("dialog", { name: "Filter Reports" });
    await dialog.getByRole("checkbox", { name: "browser=firefox-140" }).check();
    await dialog.getByRole("button", { name: "Apply Filters" }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(page).toHaveURL(/fact=/);
  });

  await test.step("trends and tests are filtered by them", async () => {
    await page.goto(`/trends?fact=${encodeURIComponent(JSON.stringify(["browser=chrome-143"]))}`);
    await expect(page.getByRole("list", { name: "Metrics of these runs" })).toContainText(/Total Runs\s*2/);
    await page.goto("/tests?view=all&fact=browser%3Dfirefox-140");
    await expect(page.getByRole("row", { name: /pays the cart/ })).toHaveCount(1);
    await page.goto("/tests?view=all&fact=browser%3Dopera");
    await expect(page.getByText("No tests match your filters")).toBeVisible();
  });
});
