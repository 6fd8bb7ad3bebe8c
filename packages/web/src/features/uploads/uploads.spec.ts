import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./uploads.story.tsx";

const file = "features/uploads/uploads";
const story = (name: keyof typeof stories) => `${file}/${name}`;

test("each upload shows outcome, reason and report", async ({ mount }) => {
  const view = await mount(story("Filled"));
  const row = (id: number) =>
    view.getByRole("row").filter({ has: view.page().getByRole("link", { name: new RegExp(`, upload ${id}$`) }) });
  for (const [id, ...texts] of [
    [21, "Live · shard 2 of 4 · 214 tests", "Reading"],
    [19, "results.xml", "Accepted", "GitHub Actions", "main · build 4711", "web #41"],
    [18, "and 2 more files", "Accepted with problems", "Same file as in report #41"],
    [17, "notes.txt", "Rejected", "plain text without any test"],
    [16, "and 9,812 more requests in this minute"],
    [14, "Live, sent later from disk", "Interrupted", "Ada", "web #40, deleted"],
  ] as const)
    for (const text of texts) await expect(row(id).getByText(text).first()).toBeVisible();
  await expect(row(14).getByRole("link", { name: "web #40" })).toHaveCount(0);
  await expect(row(19).getByRole("link", { name: "web #41" })).toHaveAttribute("href", "/reports/41");
  await expect(row(19).getByRole("link", { name: /upload 19$/ })).toHaveAttribute("href", "/uploads?upload=19");
});

test("missing shards and silent senders are shown, with the next step", async ({ mount }) => {
  const view = await mount(story("Filled"));
  const shards = view.getByRole("region", { name: "Missing shards" });
  for (const text of [
    "web #50",
    "3 of 4 shards received; shard 2 is missing.",
    "If nothing arrives by",
    "api #49",
    "shards 3, 4, 5, 6, 7, 8, 9, 10 and 990 more are missing",
    "The run finished without them",
  ])
    await expect(shards.getByText(text)).toBeVisible();
  await expect(
    view.getByText("No uploads from the key Nightly for 4 days. Previously, it uploaded on 12 of 14 days."),
  ).toBeVisible();
});

test("counts link to what they count, and filters are in the URL", async ({ mount }) => {
  const view = await mount(story("Narrowed"));
  await expect(view.getByRole("link", { name: "Rejected: 9,843 in 7 days" })).toHaveAttribute(
    "href",
    "/uploads?state=rejected&span=week",
  );
  const search = view.getByLabel("Search", { exact: true });
  await view.getByRole("combobox", { name: "Received" }).selectOption("Last 24 hours");
  await view.getByRole("combobox", { name: "API key" }).selectOption("Nightly");
  await view.getByRole("searchbox").fill("4711");
  await expect(search).toHaveText('{"state":"rejected","report":41,"span":"day","key":4,"q":"4711"}');
  await view.getByRole("button", { name: "Remove Rejected" }).click();
  await expect(search).toHaveText('{"report":41,"span":"day","key":4,"q":"4711"}');
  await view.getByRole("button", { name: "Reset filters" }).click();
  await expect(search).toHaveText("{}");
});

test("an empty list, no match and an unreachable server each explain what to do", async ({ mount }) => {
  const empty = await mount(story("Empty"));
  await expect(empty.getByRole("heading", { name: "No uploads in the last 30 days" })).toBeVisible();
  await expect(empty.getByText("Drop report files here")).toBeVisible();
  const none = await mount(story("NoMatch"));
  await none.getByRole("button", { name: "Reset filters" }).click();
  await expect(none.getByLabel("Search", { exact: true })).toHaveText("{}");
  const failed = await mount(story("Failed"));
  await expect(failed.getByRole("alert")).toContainText("Failed to load the uploads");
});

test("the details show files, problems by file and line, and the parts of the key that the reader can see", async ({
  mount,
}) => {
  const lead = await mount(story("Details"));
  await expect(lead.getByText(/plumb_1_a4Tx….*active/s)).toBeVisible();
  await expect(lead.getByRole("link", { name: "https://ci.example.test/4711" })).toBeVisible();
  const view = await mount(story("DetailsWithProblems"));
  await expect(view.getByText("plumb_1_a4Tx")).toHaveCount(0);
  await expect(view.getByRole("heading", { name: "812 files" })).toBeVisible();
  const files = view.getByRole("list", { name: "Files" });
  await expect(files.getByText("notes.txt")).toBeVisible();
  await expect(files.getByText("cut.xml (9.0 kB)")).toBeVisible();
  await expect(view.getByText(/line 7.*A duration was not a number/s).last()).toBeVisible();
  await expect(view.getByText("Showing the first 3 of 431.")).toBeVisible();
  await expect(view.getByText("It was deleted by a user")).toBeVisible();
  await expect(view.getByRole("link")).toHaveCount(0);
});

test("no state has axe violations", async ({ mount, page }) => {
  await expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Filled",
    "Narrowed",
    "NoMatch",
    "Empty",
    "Loading",
    "Failed",
    "Huge",
    "Details",
    "DetailsWithProblems",
  ]);
});
