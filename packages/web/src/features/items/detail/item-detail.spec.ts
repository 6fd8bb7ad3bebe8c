import { expect, test } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./item-detail.story.tsx";
import type {
  AcceptedProposal,
  ByAgent,
  ByAgentForViewer,
  ChangedMeanwhile,
  Conflict,
  Create,
  Form,
  FormWithoutMembers,
  Hostile,
  InProgress,
  ManageFilters,
  Own,
  SomebodyElses,
  StatusOfMany,
  StatusOfOne,
  Viewer,
} from "./item-detail.story.tsx";

const story = (name: string) => `features/items/detail/item-detail/${name}`;

test("an item shows its history in one stream, with links and mentions", async ({ mount }) => {
  const view = await mount<typeof Own>(story("Own"));
  const stream = view.getByRole("list", { name: "Activity" }).getByRole("listitem");
  await expect
    .poll(async () => (await readTexts(stream)).slice(0, 5).map(([, ...texts]) => texts))
    .toEqual([
      ["Ada Okafor", "created this item", "5 days ago"],
      ["Ada Okafor", "assigned it to Ben Lindqvist", "5 days ago"],
      ["Ben Lindqvist", "commented", "4 days ago", "I see it <b>too</b>."],
      ["Ben Lindqvist", "changed the status from Open to Resolved", "3 days ago", "Fixed in 812"],
      ["Ada Okafor", "commented · edited", "2 days ago", "Thanks!", "Edit", "Delete"],
    ]);
  await expect(stream.nth(5)).toContainText("Reopened: the failure returned in report #12");
  await expect(view.getByRole("link", { name: "https://docs.test/vouchers" })).toHaveAttribute("rel", /noopener/);
  await expect(view.getByText("@Ben Lindqvist", { exact: true })).toBeVisible();
});

test("only its creator can edit an open item", async ({ mount }) => {
  const own = await mount<typeof Own>(story("Own"));
  await own.getByRole("button", { name: "Edit" }).first().click();
  await expect(own.getByLabel("Title")).toBeFocused();
  await own.getByLabel("Title").fill("Vouchers do nothing");
  await own.getByRole("button", { name: "Save" }).click();
  await expect(own.getByLabel("Done")).toContainText('"title":"Vouchers do nothing"');
  await expect(own.getByLabel("Title")).toHaveCount(0);
  await expect(own.getByRole("button", { name: "Edit" }).first()).toBeFocused();
  for (const name of ["InProgress", "SomebodyElses"]) {
    const view = await mount<typeof InProgress | typeof SomebodyElses>(story(name));
    await expect(view.getByRole("heading", { name: "Vouchers" })).toBeVisible();
    const toolbar = view.getByRole("button", { name: "Stop watching" }).locator("..");
    await expect(toolbar.getByRole("button", { name: "Edit" })).toHaveCount(0);
  }
});

test("what an agent wrote names its key and its user, and is undone in one click", async ({ mount }) => {
  const view = await mount<typeof ByAgent>(story("ByAgent"));
  const done = view.getByLabel("Done");
  const stream = view.getByRole("list", { name: "Activity" }).getByRole("listitem");
  await expect(stream.nth(1)).toContainText("Claude Code (agent of Ada Okafor) changed the status");
  await expect(stream.nth(2)).toContainText("Claude Code (agent of Ada Okafor) commented");
  await expect(view.getByText(/^Created/)).toContainText("Claude Code (agent of Ada Okafor)");
  await stream.nth(1).getByRole("button", { name: "Undo the change of the status" }).click();
  await expect(done).toHaveText('{"kind":"undo","eventId":2,"status":"open"}');
  await stream.nth(0).getByRole("button", { name: "Undo the creation" }).click();
  await expect(done).toHaveText('{"kind":"undo","eventId":1,"status":"invalid"}');
  await expect(stream.nth(2).getByRole("button", { name: "Edit" })).toHaveCount(0);
  await stream.nth(2).getByRole("button", { name: "Delete" }).click();
  await expect(done).toHaveText("delete 1");
});

test("the class that an agent proposes is accepted or dismissed", async ({ mount }) => {
  const view = await mount<typeof ByAgent>(story("ByAgent"));
  const proposal = view.getByRole("alert", { name: /An agent proposes/ });
  await proposal.getByRole("button", { name: "Accept" }).click();
  await expect(view.getByLabel("Done")).toHaveText('{"kind":"proposal","accept":true}');
  await proposal.getByRole("button", { name: "Dismiss" }).click();
  await expect(view.getByLabel("Done")).toHaveText('{"kind":"proposal","accept":false}');
});

test("viewers see a proposal without buttons, and an answered one is not shown", async ({ mount }) => {
  const view = await mount<typeof ByAgentForViewer>(story("ByAgentForViewer"));
  await expect(view.getByText("An agent proposes the class Environment Issue")).toBeVisible();
  await expect(view.getByRole("button", { name: /Accept|Dismiss|Undo/ })).toHaveCount(0);
  const answered = await mount<typeof AcceptedProposal>(story("AcceptedProposal"));
  await expect(answered.getByRole("heading", { name: "Proposed class" })).toBeVisible();
  await expect(answered.getByRole("button", { name: /Accept|Dismiss|Undo/ })).toHaveCount(0);
});

test("fields are edited in place", async ({ mount }) => {
  const view = await mount<typeof Own>(story("Own"));
  const done = view.getByLabel("Done");
  await view.getByLabel("Priority").selectOption("critical");
  await expect(done).toHaveText('{"kind":"details","priority":"critical"}');
  await view.getByLabel("Status", { exact: true }).selectOption("closed");
  await expect(done).toHaveText("closed");
  await view.getByLabel("Tags").fill("a, b,,a ");
  await view.getByLabel("Tags").press("Enter");
  await expect(done).toHaveText('{"kind":"details","tags":["a","b","a"]}');
  await view.getByLabel("Due date").fill("2020-01-01");
  await expect(view.getByText("Due date cannot be earlier than today")).toBeVisible();
});

test("a member can be picked while typing a comment", async ({ mount, page }) => {
  const view = await mount<typeof Own>(story("Own"));
  const comment = view.getByLabel("Comment", { exact: true });
  await comment.fill("Please look, @li");
  await comment.press("End");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Ben Lindqvist"]);
  await comment.press("Enter");
  await expect(comment).toHaveValue("Please look, @Ben Lindqvist ");
  await view.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(view.getByLabel("Done")).toHaveText("comment Please look, @Ben Lindqvist");
  await expect(comment).toHaveValue("");
});

test("users can edit and delete their own comments", async ({ mount }) => {
  const view = await mount<typeof Own>(story("Own"));
  const stream = view.getByRole("list", { name: "Activity" });
  await expect(stream.getByRole("button", { name: "Delete" })).toHaveCount(1);
  await stream.getByRole("button", { name: "Edit" }).click();
  await stream.getByLabel("Change the comment").fill("Thank you!");
  await stream.getByRole("button", { name: "Save" }).click();
  await expect(view.getByLabel("Done")).toHaveText("comment 2 is Thank you!");
});

test("only https pages become links", async ({ mount }) => {
  const view = await mount<typeof Own>(story("Own"));
  await view.getByRole("button", { name: "Add a link" }).click();
  await view.getByLabel("Address").fill("http://tracker.test");
  await expect(view.getByText("Enter a full https address")).toBeVisible();
  await expect(view.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  await view.getByLabel("Address").fill("https://tracker.test/2");
  await view.getByRole("button", { name: "Add", exact: true }).click();
  await expect(view.getByLabel("Done")).toHaveText("link https://tracker.test/2");
});

test("viewers can read and watch", async ({ mount }) => {
  const view = await mount<typeof Viewer>(story("Viewer"));
  await expect(view.getByRole("textbox")).toHaveCount(0);
  await expect(view.getByRole("combobox")).toHaveCount(0);
  await view.getByRole("button", { name: "Watch" }).click();
  await expect(view.getByLabel("Done")).toHaveText("watch true");
});

test("hostile texts and addresses are escaped", async ({ mount }) => {
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view.getByRole("heading").first()).toContainText("<img src=x onerror=alert(1)>");
  await expect(view.locator("img")).toHaveCount(0);
  await expect(view.getByText("not a link")).toBeVisible();
  await expect(view.locator('a[href^="javascript"]')).toHaveCount(0);
});

test("a status change can have a comment", async ({ page, mount }) => {
  const view = await mount<typeof StatusOfOne>(story("StatusOfOne"));
  const dialog = page.getByRole("dialog", { name: "Change Status to Closed" });
  await expect(dialog).toContainText("1 annotation");
  await dialog.getByPlaceholder("Add a note about this status change...").fill("Done");
  await dialog.getByRole("button", { name: "Update Status" }).click();
  await expect(view.getByLabel("Done")).toHaveText("updated: Done");
});

test("changes of many items need another confirmation", async ({ page, mount }) => {
  const view = await mount<typeof StatusOfMany>(story("StatusOfMany"));
  await page.getByRole("button", { name: "Update Status" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Bulk Operation" });
  await expect(dialog).toContainText("You are about to update 1,234 annotation(s) to status In Progress");
  await expect(dialog).toContainText("This action will affect all selected annotations. Do you want to proceed?");
  await dialog.getByRole("button", { name: "Yes, Update All" }).click();
  await expect(view.getByLabel("Done")).toHaveText("updated:");
});

test("Cancel in the confirmation returns to the typed comment", async ({ page, mount }) => {
  const view = await mount<typeof StatusOfMany>(story("StatusOfMany"));
  const comment = page.getByPlaceholder("Add a note about this status change...");
  await comment.fill("Fixed by the deploy");
  await page.getByRole("button", { name: "Update Status" }).click();
  await page.getByRole("dialog", { name: "Confirm Bulk Operation" }).getByRole("button", { name: "Cancel" }).click();
  await expect(comment).toHaveValue("Fixed by the deploy");
  await page.getByRole("button", { name: "Update Status" }).click();
  await page.getByRole("button", { name: "Yes, Update All" }).click();
  await expect(view.getByLabel("Done")).toHaveText("updated: Fixed by the deploy");
});

test("a failure to load members is reported below the field", async ({ mount }) => {
  const view = await mount<typeof FormWithoutMembers>(story("FormWithoutMembers"));
  await expect(view.getByRole("combobox", { name: "Assign To" })).toHaveAccessibleDescription(
    "The members of this project could not be loaded. Reload the page to choose another person.",
  );
  const known = await mount<typeof Form>(story("Form"));
  await expect(known.getByText("could not be loaded")).toHaveCount(0);
});

test("shows two conflicting changes, of which the user chooses one", async ({ page, mount }) => {
  const view = await mount<typeof Conflict>(story("Conflict"));
  const dialog = page.getByRole("dialog", { name: "Another user changed this item" });
  await expect(dialog.getByRole("row", { name: "Title" }).locator("th, td")).toHaveText(["Title", "Theirs", "Mine"]);
  // Both versions are shown completely, because the rejected one will be lost.
  const description = dialog.getByRole("row", { name: "Description" });
  await expect(description).toContainText("Their end");
  await expect(description).toContainText("My end");
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await expect(view.getByLabel("Done")).toHaveText("mine");
  const left = await mount<typeof Conflict>(story("Conflict"));
  await page.keyboard.press("Escape");
  await expect(left.getByLabel("Done")).toHaveText("left");
});

test("typed text survives changes by others, and replaces only the version its author saw", async ({ mount }) => {
  const view = await mount<typeof ChangedMeanwhile>(story("ChangedMeanwhile"));
  const done = view.getByLabel("Done");
  const tags = view.getByLabel("Tags");
  await view.getByRole("button", { name: "Edit", exact: true }).click();
  await view.getByLabel("Title").fill("Mine");
  await tags.fill("mine");
  await tags.evaluate((input) => input.focus());
  await view.getByRole("button", { name: "Change something else" }).evaluate((button: HTMLElement) => button.click());
  await expect(tags).toHaveValue("mine");
  await expect(tags).toBeFocused();
  await tags.press("Enter");
  await expect(done).toHaveText("details of revision 4");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(done).toHaveText("edit of revision 4");
  await view.getByRole("button", { name: "Change the same" }).evaluate((button: HTMLElement) => button.click());
  await view.getByRole("button", { name: "Save" }).click();
  await expect(done).toHaveText("edit of revision 3");
  await tags.press("Enter");
  await expect(done).toHaveText("details of revision 3");
});

test("the dialog creates nothing without title and description, or with a past date", async ({ page, mount }) => {
  const view = await mount<typeof Create>(story("Create"));
  const dialog = page.getByRole("dialog", { name: "Create Analysis Item" });
  const create = dialog.getByRole("button", { name: "Create" });
  await dialog.getByLabel("Title").fill("Slow");
  await dialog.getByLabel("Description").fill("   ");
  await expect(create).toBeDisabled();
  await dialog.getByLabel("Description").fill("Very");
  await dialog.getByLabel("Due Date").fill("2020-01-01");
  await expect(dialog).toContainText("Due date cannot be earlier than today");
  await expect(create).toBeDisabled();
  await dialog.getByLabel("Due Date").fill("");
  await create.click();
  await expect(view.getByLabel("Done")).toHaveText("Slow|Very|");
});

test("the form of a report accepts all fields, and is empty again afterwards", async ({ mount }) => {
  const view = await mount<typeof Form>(story("Form"));
  await view.getByLabel("Title").fill("Slow");
  await view.getByRole("button", { name: "Create" }).click();
  await expect(view.getByLabel("Done")).toHaveText("");
  await view.getByLabel("Message").fill("Very");
  await view.getByLabel("Type").selectOption("blocker");
  await view.getByLabel("Tags").fill("x");
  await view.getByRole("button", { name: "Create" }).click();
  await expect(view.getByLabel("Done")).toContainText(
    '"title":"Slow","message":"Very","type":"blocker","priority":"medium"',
  );
  await expect(view.getByLabel("Title")).toHaveValue("");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/items/detail/item-detail", [
    "Own",
    "ByAgent",
    "Viewer",
    "Hostile",
    "StatusOfOne",
    "Conflict",
    "Create",
    "Form",
  ]));

test("a saved filter can be renamed, shared and deleted by its owner", async ({ mount, page }) => {
  await mount<typeof ManageFilters>(story("ManageFilters"));
  const done = page.getByLabel("Done");
  const dialog = page.getByRole("dialog", { name: "Saved views" });
  await dialog.getByRole("checkbox", { name: "Share Mine with the project" }).click();
  await expect(done).toHaveText("1 shared true");
  await expect(dialog.getByRole("alert")).toHaveText("Another filter has this name.");
  await dialog.getByRole("button", { name: "Rename Mine" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill(" Ours ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(done).toHaveText("1 is Ours");
  await dialog.getByRole("button", { name: "Delete Mine" }).click();
  await expect(done).toHaveText("delete 1");
  await expect(dialog.getByText("(shared by Ben Lindqvist)")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Theirs/ })).toHaveCount(0);
});

test("the dialog of saved filters has no accessibility violations, and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/items/detail/item-detail", ["ManageFilters"]));
