import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./suspects-view.story.tsx";
import type { Full, Hostile, NoReason, Nothing, Rewritten, SameCommit, Unrelated } from "./suspects-view.story.tsx";

const story = (name: string) => `ui/commits/suspects-view/${name}`;

test("suspects show commit, author, reasons and files, and how much of the range is known", async ({ mount }) => {
  const view = await mount<typeof Full>(story("Full"));
  await expect(view).toContainText(
    "Between the last pass in #41 (aaaaaaa) and the first failure in #42 (ddddddd) on main",
  );
  await expect(view).toContainText("12 commits known; there may be more. The changed files of 2 of them are unknown.");
  const suspects = view.getByRole("list", { name: "Suspected commits" }).locator("> li");
  await expect(suspects).toHaveText([
    /^cccccccCompute discounts per lineMira Lindqvist, .*It changes total\.ts, .*of 7 changed files$/,
    /^bbbbbbb\(no message\).*from a pull request.*The names of its changed files are unknown\.$/,
  ]);
  await expect(suspects.first().getByRole("link")).toHaveAttribute(
    "href",
    `https://git.example.test/ada/shop/commit/${"c".repeat(40)}`,
  );
});

test("commits without a reason are folded below those with one", async ({ mount }) => {
  const view = await mount<typeof Unrelated>(story("Unrelated"));
  await expect(view.getByRole("list", { name: "Suspected commits" }).locator("> li")).toHaveCount(1);
  await expect(view.getByText("Add Polish")).toBeHidden();
  await view.getByText("2 other commits change none of the files in the error").click();
  await expect(view.getByRole("list", { name: "Other commits" }).locator("> li")).toHaveCount(2);

  const none = await mount<typeof NoReason>(story("NoReason"));
  await expect(none.getByRole("list", { name: "Suspected commits" }).locator("> li")).toHaveCount(2);
});

test("earlier fixes show runs, commits and analysis items", async ({ mount }) => {
  const view = await mount<typeof Full>(story("Full"));
  const fixes = view.getByRole("list", { name: "Fixed before" }).locator("> li");
  await expect(fixes).toHaveText([
    /Similar cause: Error: total is 4, last seen in #41 .* and gone in #42 .*1 commit\..*Round totals once.*Analysis item: Wrong totals \(Resolved\)/,
    /This cause, last seen in #41.*The commits in between are unknown\./,
  ]);
  await expect(fixes.getByRole("link", { name: "Wrong totals" })).toHaveAttribute("href", /\/analysis\?annotation=3/);
});

test("the same commit and a rewritten history have their own texts", async ({ mount }) => {
  const same = await mount<typeof SameCommit>(story("SameCommit"));
  await expect(same).toContainText("Both runs tested the same commit, so no commit explains the failure.");
  const rewritten = await mount<typeof Rewritten>(story("Rewritten"));
  await expect(rewritten).toContainText("The history of the branch was rewritten in between.");
});

test("without commits there is nothing, and hostile texts stay text", async ({ mount, page }) => {
  const view = await mount<typeof Nothing>(story("Nothing"));
  await expect(view.getByRole("main")).toHaveText("Cause");
  const hostile = await mount<typeof Hostile>(story("Hostile"));
  await expect(hostile).toContainText("<img src=x");
  await expect(page).not.toHaveTitle("pwned");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/commits/suspects-view", [
    "Full",
    "Unrelated",
    "SameCommit",
    "Rewritten",
    "Nothing",
    "Hostile",
  ]));
