import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./query-box.story.tsx";
import type { Broken, Empty, Words } from "./query-box.story.tsx";

const folder = "ui/list/query-box";

test("words are searched after a pause, and a filter is applied by a space, Enter or leaving the field", async ({
  mount,
}) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  const field = view.getByRole("combobox", { name: "Search tests..." });
  const queries = view.getByLabel("Queries");
  await field.pressSequentially("cart");
  await expect(queries).toHaveText('[{"testSearch":"cart"}]');
  await field.pressSequentially(" -tag:smoke ");
  await expect(queries).toHaveText('[{"testSearch":"cart"},{"not":["tag:smoke"],"testSearch":"cart"}]');
  await expect(field).toHaveValue("cart");
  await field.fill("cart total is:new");
  await field.press("Enter");
  await expect(queries).toContainText('{"state":"new","testSearch":"cart total"}');
  await field.fill("owner:@search");
  await field.blur();
  await expect(queries).toContainText('{"owner":["@search"],"testSearch":""}');
  await expect(field).toHaveValue("");
});

test("fields and values are completed by keyboard", async ({ mount, page }) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  const field = view.getByRole("combobox", { name: "Search tests..." });
  await field.pressSequentially("pay ow");
  await expect(page.getByRole("option")).toHaveText(["owner:"]);
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue("pay owner:");
  await expect(page.getByRole("option")).toHaveText(["@checkout", "Team A", "@search"]);
  await field.pressSequentially("tea");
  await expect(page.getByRole("option")).toHaveText(["Team A"]);
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(view.getByLabel("Queries")).toContainText('{"owner":["Team A"],"testSearch":"pay"}');
  await expect(field).toHaveValue("pay");
});

test("an error is shown below the field, moves nothing and keeps the list", async ({ mount }) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  const field = view.getByRole("combobox", { name: "Search tests..." });
  const before = await view.getByRole("button", { name: "Back" }).boundingBox();
  await field.fill("cart onwer:@checkout");
  await field.press("Enter");
  await expect(view.getByRole("alert")).toContainText('Character 6: there is no field "onwer". Did you mean owner?');
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(view.getByLabel("Queries")).toHaveText("[]");
  expect(await view.getByRole("button", { name: "Back" }).boundingBox()).toEqual(before);
  await field.fill("cart owner:@checkout");
  await expect(view.getByRole("alert")).toHaveCount(0);
  const broken = await mount<typeof Broken>(`${folder}/Broken`);
  await expect(broken.getByRole("combobox")).toHaveValue("cart onwer:@checkout");
  await expect(broken.getByRole("alert")).toContainText("Did you mean owner?");
});

test("words that look like a field are in quotes, and the field follows the address", async ({ mount }) => {
  const view = await mount<typeof Words>(`${folder}/Words`);
  const field = view.getByRole("combobox", { name: "Search tests..." });
  await expect(field).toHaveValue('cart "note:paid"');
  await view.getByRole("button", { name: "Back" }).click();
  await expect(field).toHaveValue("");
  await field.fill("again");
  await expect(view.getByLabel("Queries")).toHaveText('[{"testSearch":"again"}]');
  await view.getByRole("button", { name: "Clear the search" }).click();
  await expect(view.getByLabel("Queries")).toHaveText('[{"testSearch":"again"},{"testSearch":""}]');
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Empty", "Words", "Broken", "RightToLeft"]));
