import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./test-page.story.tsx";
import type {
  Broken,
  Flaky,
  Healthy,
  ManyLanes,
  OfViewer,
  OlderAvailable,
  OlderFailed,
  OlderLimit,
  OneRun,
  Renamed,
  WithoutReports,
} from "./test-page.story.tsx";

const file = "features/test-page/test-page";
const story = (name: string) => `${file}/${name}`;

test("a flaky test shows its frequency, runs, and start", async ({ mount }) => {
  const view = await mount<typeof Flaky>(story("Flaky"));
  await expect(view.getByRole("heading", { level: 1 })).toHaveText("pays by invoice");
  const verdict = view.getByRole("region", { name: "Stability" });
  await expect(verdict).toContainText("12.5% of 40 executions in the last 14 days were flaky; 2 executions excluded");
  await expect(verdict).toContainText("Failed attempts took 39.64 s.");
  const evidence = verdict.getByRole("list", { name: "Evidence" }).getByRole("listitem");
  await expect(evidence).toHaveCount(3);
  await expect(evidence.nth(0)).toContainText(/#117 117c1ff failed on the same commit that passed in #118/);
  await expect(evidence.nth(2)).toContainText("#100 (deleted)");
  await verdict.getByRole("button", { name: "Show 4 more" }).click();
  await expect(evidence).toHaveCount(7);
  await expect(verdict).toContainText("first bad run #100 100c1ff “Retry payments” by Ada Okafor");
  // The first bad report exists and can be compared with the last good one.
  await expect(verdict.getByRole("link", { name: "Compare them" })).toHaveAttribute(
    "href",
    "/reports/compare?base=99&head=100",
  );
});

test("runs are lanes by branch and environment, and can be filtered by them", async ({ mount, page }) => {
  const view = await mount<typeof ManyLanes>(story("ManyLanes"));
  const chart = view.getByRole("figure", { name: "Runs of the test" });
  const lanes = chart.getByRole("button");
  await expect(lanes).toHaveCount(6);
  await expect(lanes.first()).toHaveAccessibleName(/^main · staging: 26 runs, the latest passed$/);
  await expect(lanes.first()).toHaveAttribute("aria-pressed", "true");
  await expect(view.getByText(/^6 of 9 branches and environments in the loaded runs/)).toBeVisible();
  const events = view.getByRole("list", { name: "Events of the test" }).getByRole("listitem");
  await expect(events.filter({ hasText: "Deploy: Search 5" })).toHaveCount(1);
  await expect(events.filter({ hasText: "First bad run #100" })).toHaveCount(1);
  await expect(chart.getByText("Deploy: Search 5")).toBeVisible();
  await expect(chart.getByText("Deploy: Search 4")).toHaveCount(0);

  // A lane is selected at the run next to the selected one.
  await expect(view.getByRole("article", { name: "Run #117" })).toBeVisible();
  await lanes.nth(1).click();
  await expect(lanes.nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(view.getByRole("article", { name: "Run #118" })).toContainText("topic");

  await expect(view.getByRole("figure", { name: "Outcomes in 90 days" }).getByRole("listitem")).toHaveCount(90);
  await view.getByRole("combobox", { name: "Branch" }).click();
  await page.getByRole("option", { name: "No branch" }).click();
  await expect(view.getByLabel("Done")).toHaveText('{"branch":""}');
  await view.getByRole("combobox", { name: "Branch" }).hover();
  await view.locator("button[tabindex='-1']").first().click();
  await expect(view.getByLabel("Done")).toHaveText("null");
});

test("a click and a drag in the chart select runs", async ({ mount, page }) => {
  const view = await mount<typeof Flaky>(story("Flaky"));
  const chart = await view.getByRole("figure", { name: "Runs of the test" }).boundingBox();
  if (chart === null) throw new Error("no chart");
  const inLane = chart.y + 57;
  await page.mouse.move(chart.x + chart.width - 10, inLane);
  await page.mouse.down();
  await page.mouse.up();
  await expect(view.getByRole("article", { name: "Run #118" })).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(chart.x + 180, inLane + 60);
  await page.mouse.up();
  await expect(view.getByRole("article", { name: "Run #79" })).toBeVisible();
  await expect(view.getByText(/^#79 · Passed · 7.90 s · staging · main/)).toBeVisible();
});

test("keys of the page select runs, and open the commits between the last pass and the first failure", async ({
  mount,
  page,
}) => {
  const view = await mount<typeof Flaky>(story("Flaky"));
  await expect(view.getByRole("region", { name: "Commits" })).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(view.getByRole("article", { name: "Run #115" })).toBeVisible();
  await page.keyboard.press("g");
  await expect(view.getByRole("article", { name: "Run #114" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(view.getByRole("article", { name: "Run #113" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(view.getByRole("article", { name: "Run #115" })).toBeVisible();
  await page.keyboard.press("b");
  await expect(view.getByRole("region", { name: "Commits" })).toHaveText("Commits after #114 until #115");
  await expect(view.getByRole("region", { name: "Commits" })).toBeFocused();
});

test("the slider shows each run, by mouse, buttons and keys, without moving the page", async ({ mount, page }) => {
  const view = await mount<typeof Flaky>(story("Flaky"));
  const slider = view.getByRole("slider", { name: "Run" });
  await expect(slider).toHaveAttribute("aria-valuetext", /^#118, Passed, /);
  await expect(view.getByRole("article", { name: "Run #118" })).toContainText(/Passed#118.*4\.00 sstagingmain/);
  const below = view.getByRole("region", { name: "Stability" });
  const before = await below.boundingBox();

  await slider.focus();
  await page.keyboard.press("f");
  const failure = view.getByRole("article", { name: "Run #115" });
  await expect(failure).toContainText(/Failed#115/);
  await expect(failure).toContainText('expected "Paid"');
  await expect(failure.getByRole("link", { name: "#115" })).toHaveAttribute("href", "/reports/115?result=997");
  await page.keyboard.press("p");
  await expect(view.getByRole("article", { name: "Run #114" })).toContainText("Passed");
  await page.keyboard.press("ArrowRight");
  await expect(failure).toBeVisible();
  await page.keyboard.press("Home");
  await expect(view.getByRole("article", { name: "Run #79" })).toBeVisible();
  await expect(view.getByRole("button", { name: "Earlier run" })).toBeDisabled();
  await view.getByRole("button", { name: "First failure" }).click();
  await expect(failure).toBeVisible();
  await view.getByRole("button", { name: "Later run" }).click();
  await expect(view.getByRole("article", { name: "Run #116" })).toBeVisible();
  expect(await below.boundingBox()).toEqual(before);
});

test("older runs are loaded on request, up to a limit", async ({ mount }) => {
  const available = await mount<typeof OlderAvailable>(story("OlderAvailable"));
  await available.getByRole("button", { name: "Load older runs" }).click();
  await expect(available.getByLabel("Done")).toHaveText("older runs");
  const failed = await mount<typeof OlderFailed>(story("OlderFailed"));
  await expect(failed.getByRole("button", { name: "Could not load older runs. Try again" })).toBeVisible();
  const limit = await mount<typeof OlderLimit>(story("OlderLimit"));
  await expect(limit.getByText("Older runs are not shown here.")).toBeVisible();
  const one = await mount<typeof OneRun>(story("OneRun"));
  await expect(one.getByText("1 of 1")).toBeVisible();
  await expect(one.getByRole("button", { name: "First failure" })).toBeDisabled();
});

test("shows causes, events and names", async ({ mount }) => {
  const view = await mount<typeof Flaky>(story("Flaky"));
  const causes = view.getByRole("region", { name: "Causes" }).getByRole("listitem");
  for (const text of [/^4 ×/, /Timeout 30000ms exceeded/, /^Environment Issue/])
    await expect(causes.nth(0).getByText(text).first()).toBeVisible();
  const lines = view.getByRole("region", { name: "What happened" }).getByRole("listitem");
  await expect(lines.nth(0)).toContainText("Became flaky");
  await expect(lines.nth(1)).toContainText("Quarantine ended after clean runs");
  await expect(lines.nth(2)).toContainText("Put in quarantine by Ben Ode: BUG-7");
  const names = view.getByRole("region", { name: "Other names" });
  await names.getByRole("button", { name: "Separate" }).click();
  await expect(view.getByLabel("Done")).toHaveText("4 is null");
  await names.getByRole("button", { name: "Its former name" }).click();
  await expect(view.getByLabel("Done")).toHaveText("5 is 7");
  await names.getByRole("button", { name: "Its new name" }).click();
  await expect(view.getByLabel("Done")).toHaveText("7 is 6");
});

test("viewers can read, but change no names", async ({ mount }) => {
  const view = await mount<typeof OfViewer>(story("OfViewer"));
  const names = view.getByRole("region", { name: "Other names" });
  await expect(names.getByRole("button")).toHaveCount(0);
  await expect(names.getByRole("listitem")).toHaveCount(1);
});

test("a broken test lists others that failed with it, and a healthy one does not", async ({ mount }) => {
  const broken = await mount<typeof Broken>(story("Broken"));
  const verdict = broken.getByRole("region", { name: "Stability" });
  await expect(verdict).toContainText(
    "Broke in #102 · “Normalise search words” by Mira Lindqvist · 100 minutes after deploy Search 5",
  );
  await expect(verdict).toContainText("First bad run #116");
  await expect(verdict.getByRole("heading", { name: "12 other tests started failing in the same run" })).toBeVisible();
  const healthy = await mount<typeof Healthy>(story("Healthy"));
  await expect(healthy.getByRole("region", { name: "Causes" })).toContainText("No failures are stored.");
  await expect(healthy.getByRole("region", { name: "Other names" })).toHaveCount(0);
});

test("a renamed test links to its new name, and one without reports shows a message", async ({ mount }) => {
  const renamed = await mount<typeof Renamed>(story("Renamed"));
  await expect(renamed.getByRole("status").getByRole("link")).toHaveAttribute("href", "/tests/4");
  await renamed.getByRole("button", { name: "Separate them" }).click();
  await expect(renamed.getByLabel("Done")).toHaveText("7 is null");
  const without = await mount<typeof WithoutReports>(story("WithoutReports"));
  await expect(without.getByText("No reports with this test are stored. Daily results are kept.")).toBeVisible();
});

test("every state has no axe violations, wide and narrow, light and dark", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Flaky",
    "OneRun",
    "OlderLimit",
    "ManyLanes",
    "OfViewer",
    "Broken",
    "Healthy",
    "Renamed",
    "WithoutReports",
    "Hostile",
  ]));
