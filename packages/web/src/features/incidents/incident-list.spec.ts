import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./incident-list.story.tsx";
import type {
  AfterRetries,
  Hostile,
  LeftOut,
  Many,
  OfFacts,
  OfReport,
  Ongoing,
  Viewer,
} from "./incident-list.story.tsx";

const story = (name: string) => `features/incidents/incident-list/${name}`;

test("an incident shows what failed, where and when, with a link to its failures", async ({ mount }) => {
  const view = await mount<typeof Ongoing>(story("Ongoing"));
  const band = view.getByRole("region", { name: "Incidents" }).getByRole("listitem");
  await expect(band.getByText("Incident: inventory.staging", { exact: true })).toBeVisible();
  await expect(band.getByText(/^Application Unreachable/)).toBeVisible();
  await expect(
    band.getByText("14 tests failed in 2 reports, 50 min ago, within 20m 00s; it may be ongoing.", { exact: true }),
  ).toBeVisible();
  await expect(band.getByRole("link", { name: "Show its failures" })).toHaveAttribute("href", /incident=5/);
  await band.getByRole("button", { name: "Exclude from rates" }).click();
  await expect(view.getByRole("status")).toHaveText("5: left out");
});

test("facts are named with the reason why they explain the failures", async ({ mount }) => {
  const view = await mount<typeof OfFacts>(story("OfFacts"));
  await expect(view.getByText("Incident: browser=chrome-143 and driver=143.0.1", { exact: true })).toBeVisible();
  await expect(view.getByRole("listitem")).toContainText("Tests with other values passed at that time.");
});

test("tests that passed on a retry are not shown as failures", async ({ mount }) => {
  const view = await mount<typeof AfterRetries>(story("AfterRetries"));
  const [some, none] = [view.getByRole("listitem").first(), view.getByRole("listitem").last()];
  await expect(some).toContainText("8 tests failed in 2 reports (1 failure remained after retries), ");
  await expect(some.getByRole("link", { name: "Show its failures" })).toBeVisible();
  await expect(none).toContainText("(no failures remained after retries)");
  await expect(none.getByRole("link", { name: "Show its failures" })).toHaveCount(0);
  await expect(none.getByRole("link", { name: "Show as a grid" })).toHaveAttribute(
    "href",
    /^\/tests\/grid\?.*incident=/,
  );
});

test("a report shows the share of an incident, and the pass rate without it", async ({ mount }) => {
  const view = await mount<typeof OfReport>(story("OfReport"));
  await expect(view.getByRole("listitem")).toContainText(
    "14 failures of this report; the pass rate without them is 96.8%.",
  );
});

test("the user who excluded it is shown, and it can be included again", async ({ mount }) => {
  const view = await mount<typeof LeftOut>(story("LeftOut"));
  await expect(view.getByRole("listitem")).toContainText("Excluded from rates by Ada.");
  await view.getByRole("button", { name: "Include in rates" }).click();
  await expect(view.getByRole("status")).toHaveText("5: counted");
});

test("viewers can change nothing", async ({ mount }) => {
  const view = await mount<typeof Viewer>(story("Viewer"));
  await expect(view.getByRole("listitem")).toHaveCount(1);
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("shows the first three of many incidents", async ({ mount }) => {
  const view = await mount<typeof Many>(story("Many"));
  await expect(view.getByRole("listitem")).toHaveCount(3);
  await expect(view.getByRole("listitem").first()).toContainText("Also in Billing.");
  await view.getByRole("button", { name: "Show 2 more incidents" }).click();
  await expect(view.getByRole("listitem")).toHaveCount(5);
});

test("hostile names are escaped", async ({ mount }) => {
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view.getByRole("listitem")).toContainText("Incident: <img src=x onerror=alert(1)>");
  await expect(view.locator("img")).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/incidents/incident-list", [
    "Ongoing",
    "OfFacts",
    "OfReport",
    "LeftOut",
    "AfterRetries",
    "Many",
    "Hostile",
  ]));
