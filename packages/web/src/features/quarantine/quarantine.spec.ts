import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./quarantine.story.tsx";
import type {
  AllInQuarantine,
  ChangeForm,
  InApia,
  NewForm,
  Notice,
  NoticeOfViewer,
  NoTests,
  TestsOfCause,
} from "./quarantine.story.tsx";

const file = "features/quarantine/quarantine";
const story = (name: string) => `${file}/${name}`;

test("a quarantine needs a reason, shows the test's owner, and ends after clean runs by default", async ({ mount }) => {
  const view = await mount<typeof NewForm>(story("NewForm"));
  await view.getByRole("button", { name: "Quarantine", exact: true }).click();
  await expect(view.getByText("Enter a reason")).toBeVisible();
  await expect(view.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await view.getByRole("textbox", { name: "Reason" }).fill(" BUG-7 ");
  await view.getByRole("button", { name: "Quarantine", exact: true }).click();
  await expect(view.getByLabel("Done")).toHaveText(
    '{"kind":"quarantine","reason":"BUG-7","owner":"@team-payments","endsAt":null,"releaseAfter":10}',
  );
});

test("the settings can be changed: mute, end date, no clean runs", async ({ mount }) => {
  const view = await mount<typeof ChangeForm>(story("ChangeForm"));
  await view.getByRole("radio", { name: "Mute" }).check();
  await view.getByRole("textbox", { name: "Ends after clean runs" }).fill("");
  await view.getByLabel("Ends on").fill("2099-05-01");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByLabel("Done")).toHaveText(/"kind":"mute".*"endsAt":"2099-0[45].*"releaseAfter":null/);
});

test("an end date is the end of the day in the user's time zone, and an unchanged one keeps its time", async ({
  mount,
}) => {
  const view = await mount<typeof InApia>(story("InApia"));
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByLabel("Done")).toContainText('"endsAt":"2099-04-20T08:00:00.000Z"');
  await view.getByLabel("Ends on").fill("2099-05-01");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByLabel("Done")).toContainText('"endsAt":"2099-05-01T10:59:59.000Z"');
});

test("the notice shows reason, user and end date, and can be removed with permission", async ({ mount }) => {
  const view = await mount<typeof Notice>(story("Notice"));
  await expect(view).toContainText(
    /In quarantine: its failures are excluded from rates\. BUG-7.*By Ben Ode\. Owner: ana\. Ends after 10 clean runs in a row \(4 so far\), or on/,
  );
  await expect(view.getByRole("button", { name: "Release" })).toBeVisible();
  const viewer = await mount<typeof NoticeOfViewer>(story("NoticeOfViewer"));
  await expect(viewer).toContainText(
    /Muted: its failures do not trigger notifications\..*Ends when a user releases it\./,
  );
  await expect(viewer.getByRole("button")).toHaveCount(0);
});

test("the tests of a cause are listed first, and Enter puts them in quarantine", async ({ mount, page }) => {
  const view = await mount<typeof TestsOfCause>(story("TestsOfCause"));
  await expect(view).toContainText("12 tests:");
  await expect(view.getByRole("listitem").last()).toHaveText("and 8 more");
  await expect(view).toContainText("2 other tests are in quarantine or muted already and will not change.");
  await expect(view.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(view.getByLabel("Done")).toContainText('"reason":"connect ECONNREFUSED 10.0.0.7:3000"');
  await view.getByRole("button", { name: "Release 2 tests" }).click();
  await expect(view.getByLabel("Done")).toHaveText("released");
});

test("tests that are all in quarantine can only be released", async ({ mount }) => {
  const view = await mount<typeof AllInQuarantine>(story("AllInQuarantine"));
  await expect(view).toContainText("All of these tests (3) are in quarantine or muted.");
  await expect(view.getByRole("button", { name: "Release 3 tests" })).toBeFocused();
  await expect(view.getByLabel("Reason")).toHaveCount(0);
  const none = await mount<typeof NoTests>(story("NoTests"));
  await expect(none).toContainText("No test of this selection is stored.");
});

test("every state has no axe violations, wide and narrow, light and dark", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "NewForm",
    "ChangeForm",
    "Notice",
    "NoticeOfViewer",
    "TestsOfCause",
    "AllInQuarantine",
  ]));
