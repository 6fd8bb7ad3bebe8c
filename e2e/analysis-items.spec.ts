import { type Client, createClient } from "@plumb/client/client.ts";
import { listFailureGroups, listTestCaseFailures } from "@plumb/contract/failures/failures.ts";
import { createApiKey } from "@plumb/contract/projects/api-keys.ts";
import { updateAnnotationStatus } from "@plumb/contract/items/annotation-changes.ts";
import { createAnnotation } from "@plumb/contract/items/annotations.ts";
import { acceptInvitation, createInvitation } from "@plumb/contract/people/invitations.ts";
import { login } from "@plumb/contract/people/auth.ts";
import { expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { ownProject, type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "analysis-items" });

const ben = { email: "ben@example.org", name: "Ben Lindqvist", password: "correct horse" } as const;

/** Creates another user of the project. Returns a client with their session. */
async function addColleague({ client, address, projectId }: SeededProduct, email: string = ben.email): Promise<Client> {
  const body = { email, projectId, projectRoleId: 4 };
  const { data } = await client.call(createInvitation, { body });
  const token = data.link.split("/").at(-1) ?? "";
  const anybody = createClient({ baseUrl: address, token: () => null });
  await anybody.call(acceptInvitation, { params: { token }, body: { name: ben.name, password: ben.password } });
  const signed = await anybody.call(login, { body: { username: email, password: ben.password } });
  return createClient({ baseUrl: address, token: () => signed.token });
}

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

const itemPanel = (page: Page) => page.getByRole("complementary", { name: /^Analysis item \d+$/ });
const rowOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

const failing = failingJunit({ "pays the order": "Error: expected 90, received 100" });

/** Uploads a run of now. */
const send = (project: SeededProduct, build: string, content = failing) =>
  uploadReport(project, { filename: "r.xml", suite: "shop", build, startedAt: new Date().toISOString() }, content);

/** Creates an item through the API. Returns its id. */
async function addItem(project: SeededProduct, title: string, about: { groupId?: number } = {}): Promise<number> {
  const { data } = await project.client.call(createAnnotation, {
    params: { projectId: project.projectId },
    body: { title, message: "Since today.", type: "issue", ...about },
  });
  return data.id;
}

/** Uses a tool as a coding agent. Returns the answer. */
async function useTool({ address, client, projectId }: SeededProduct, name: string, input: object): Promise<string> {
  const { data } = await client.call(createApiKey, {
    params: { projectId },
    body: { name: "Claude Code", scopes: ["read", "triage"] },
  });
  const response = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${data.key}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  const { result } = (await response.json()) as { result: { content: { text: string }[] } };
  return result.content[0]?.text ?? "";
}

/** Waits until the failure is grouped. Returns the id of its cause. */
async function onlyCause({ client, projectId }: SeededProduct): Promise<number> {
  const groups = async () =>
    (await client.call(listFailureGroups, { params: { projectId }, query: { timeWindow: "90" } })).data;
  await expect.poll(async () => (await groups()).length).toBe(1);
  return (await groups())[0]?.id ?? 0;
}

test("an item is created in the panel of a report, with a mention and an assignee", async ({ page, seeded }) => {
  await addColleague(seeded);
  const reportId = await send(seeded, "1");
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
  await page.getByRole("button", { name: "Annotations" }).click();
  const panel = page.getByRole("complementary", { name: "Analysis Activity" });
  await panel.getByRole("button", { name: "Create" }).click();
  await toast(page, "Please enter both title and message");
  await panel.getByLabel("Title").fill("The total is wrong");
  await panel.getByLabel("Message").fill("Without the voucher. @ben");
  await page.getByRole("option", { name: "Ben Lindqvist" }).click();
  await panel.getByRole("combobox", { name: "Assign To" }).click();
  await page.getByRole("option", { name: "Ben Lindqvist" }).click();
  await panel.getByRole("combobox", { name: "Test Case" }).click();
  await page.getByRole("option", { name: /pays the order \(failed\)/ }).click();
  await panel.getByRole("button", { name: "Create" }).click();
  await toast(page, "Annotation created successfully");
  await expect(panel.getByLabel("Title")).toHaveValue("");
  await expect(panel.getByRole("link", { name: "The total is wrong" })).toBeVisible();
  await page.getByRole("button", { name: "Annotations (1)" }).click();
  await expect(panel).toHaveCount(0);
});

test("an item is created at a cause, which then links to it", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Causes");
  await send(project, "1");
  await signedIn(page, seeded);
  await page.goto(`/defects?group=${await onlyCause(project)}`);
  await page.getByRole("button", { name: "Create analysis item" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Analysis Item" });
  await dialog.getByLabel("Title").fill("Find out why it fails");
  await dialog.getByLabel("Message").fill("It fails since today.");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Open item: Find out why it fails")).toBeVisible();
  await page.getByRole("link", { name: "Find out why it fails" }).click();
  await expect(page).toHaveURL(/\/analysis\?annotation=\d+/);
});

test("the item of a cause is shown on each failing test of a later report, and on the page of the test", async ({
  page,
  seeded,
}) => {
  const project = await ownProject(page, seeded, "Later");
  await send(project, "1");
  await addItem(project, "Find out why it fails", { groupId: await onlyCause(project) });
  const later = await send(project, "2");
  await signedIn(page, seeded);
  await page.goto(`/reports/${later}`);
  await expect(page.getByTitle("Analysis item: Find out why it fails (Open)")).toBeVisible();
  await page.getByRole("button", { name: /pays the order/ }).click();
  const line = page.getByText("Open item: Find out why it fails (about the cause)");
  await expect(line).toBeVisible();
  const { data } = await project.client.call(listTestCaseFailures, {
    params: { projectId: project.projectId },
    query: {},
  });
  await page.goto(`/tests/${data[0]?.testId}`);
  await expect(line).toBeVisible();
  await page.getByRole("link", { name: "Find out why it fails" }).click();
  await expect(page).toHaveURL(/\/analysis\?annotation=\d+/);
});

test("changes by another user appear without a reload", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Changes");
  const other = await addColleague(project, "cleo@example.org");
  const annotationId = await addItem(project, "Find out why it fails");
  await signedIn(page, seeded);
  await page.goto(`/analysis?annotation=${annotationId}`);
  const item = itemPanel(page);
  await expect(item.getByText("Since today.")).toBeVisible();
  await other.call(updateAnnotationStatus, {
    params: { annotationId },
    body: { status: "resolved", comment: "Fixed in build 2" },
  });
  await expect(item.getByText("Fixed in build 2")).toBeVisible();
  await expect(item.getByLabel("Status", { exact: true })).toHaveValue("resolved");
  await item.getByLabel("Comment", { exact: true }).fill("Thanks!");
  await item.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(item.getByRole("list", { name: "Activity" })).toContainText("Thanks!");
});

test("a resolved item reopens when its failure returns, with a notification", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Returned");
  await send(project, "1");
  const annotationId = await addItem(project, "Find out why it fails", { groupId: await onlyCause(project) });
  const other = await addColleague(project, "dora@example.org");
  await other.call(updateAnnotationStatus, { params: { annotationId }, body: { status: "resolved" } });
  await send(project, "2", failingJunit({}));
  await send(project, "3");
  await signedIn(page, seeded);
  await page.goto(`/analysis?annotation=${annotationId}`);
  const item = itemPanel(page);
  await expect(item.getByText(/^Reopened: the failure returned in report #\d+$/)).toBeVisible({ timeout: 30_000 });
  await item.getByRole("button", { name: "Close" }).click();
  await expect(item).toHaveCount(0);
  const status = rowOf(page, "Find out why it fails").getByRole("combobox", { name: /^Status/ });
  await expect(status).toHaveValue("Reopened");
  await page.getByRole("tab", { name: "Notifications" }).click();
  await expect(page.getByText("“Find out why it fails” was reopened").first()).toBeVisible();
});

test("status and assignee change in the list, and a final status asks for a comment", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Status");
  await addItem(project, "The total is wrong");
  await addItem(project, "Find out why it fails");
  await signedIn(page, seeded);
  await page.goto("/analysis");
  await expect(rowOf(page, "The total is wrong")).toBeVisible();
  // The second change is made before the list has been reloaded. The first change must not count as another user's edit.
  const assigned = Promise.withResolvers<void>();
  await page.route(/\/annotations\?/, async (route) => {
    await assigned.promise;
    await route.continue();
  });
  await rowOf(page, "The total is wrong")
    .getByRole("combobox", { name: /^Status/ })
    .click();
  await page.getByRole("option", { name: "In Progress" }).click();
  await toast(page, "Status updated successfully");
  await rowOf(page, "The total is wrong")
    .getByRole("combobox", { name: /^Assignee/ })
    .click();
  await page.getByRole("option", { name: "Myself" }).click();
  await toast(page, "Assignment updated successfully");
  assigned.resolve();
  await expect(page.getByTitle("1 open item assigned to you")).toHaveText("1");
  await page.getByRole("checkbox", { name: "Select all items on this page" }).check();
  await page.getByRole("region", { name: "Bulk actions" }).getByRole("button", { name: "Closed" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Status to Closed" });
  await expect(dialog).toContainText("2 annotations");
  await dialog.getByRole("button", { name: "Update Status" }).click();
  await page.getByRole("button", { name: "Yes, Update All" }).click();
  await toast(page, "Updated 2 annotations");
});

test("filters are in the URL and can be saved", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Filters");
  for (const title of ["The total is wrong", "Find out why it fails"]) {
    const annotationId = await addItem(project, title);
    await seeded.client.call(updateAnnotationStatus, { params: { annotationId }, body: { status: "closed" } });
  }
  await signedIn(page, seeded);
  await page.goto("/analysis");
  await page.getByRole("link", { name: "Closed 2" }).click();
  await expect(page).toHaveURL(/status=closed/);
  await page.getByRole("searchbox", { name: "Search items..." }).fill("total");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Totals");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Views", exact: true })).toBeFocused();
  await page.goto("/analysis");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Totals" }).click();
  await expect(page).toHaveURL(/q=total/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessiblePage(page);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Manage views…" }).click();
  const dialog = page.getByRole("dialog", { name: "Saved views" });
  await dialog.getByRole("button", { name: "Rename Totals" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("All totals");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("checkbox", { name: "Share All totals with the project" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Share All totals with the project" })).toBeChecked();
  await page.keyboard.press("Escape");
});

test("the list filters by creator", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Creators");
  await addItem(project, "Find out why it fails");
  const other = await addColleague(project, "emma@example.org");
  await addItem({ ...project, client: other }, "Found by Emma");
  await signedIn(page, seeded);
  await page.goto("/analysis");
  await page.getByRole("combobox", { name: "Creator" }).click();
  await page.getByRole("option", { name: "Myself" }).click();
  await expect(page).toHaveURL(/creator=me/);
  await expect(rowOf(page, "Find out why it fails")).toBeVisible();
  await expect(rowOf(page, "Found by Emma")).toHaveCount(0);
});

test("the subject of an item can be changed", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Subjects");
  await send(project, "1");
  const annotationId = await addItem(project, "Find out why it fails", { groupId: await onlyCause(project) });
  await signedIn(page, seeded);
  await page.goto(`/analysis?annotation=${annotationId}`);
  await page.getByRole("button", { name: "Change subject" }).click();
  const dialog = page.getByRole("dialog", { name: "What is this item about?" });
  await dialog.getByRole("radio", { name: "Not linked to anything" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Not linked to anything")).toBeVisible();
  await page.getByRole("button", { name: "Change subject" }).click();
  await dialog.getByRole("radio", { name: "A report or one of its tests" }).click();
  await dialog.getByRole("combobox", { name: "Report" }).fill("#1");
  await page.getByRole("option", { name: /#1 / }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Not linked to anything")).toHaveCount(0);
});

test("a missing item is reported", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/analysis?annotation=999999");
  await expect(page.getByText("Analysis item 999999 cannot be shown")).toBeVisible();
});

test("keeps the text of a new item after Escape or a click outside", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/analysis");
  await page.getByRole("button", { name: "Create item" }).first().click();
  const title = page.getByRole("dialog").getByLabel("Title");
  await title.fill("Half a thought");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  for (const leave of [() => page.keyboard.press("Escape"), () => page.mouse.click(5, 5)]) {
    await leave();
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(question).toHaveCount(0);
    await expect(title).toHaveValue("Half a thought");
  }
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("keeps an unsaved note in its dialog if saving fails", async ({ page, seeded }) => {
  const { client, projectId } = await ownProject(page, seeded, "Notes");
  const body = { title: "Check the total", message: "It is wrong.", type: "issue", priority: "high" } as const;
  await client.call(createAnnotation, { params: { projectId }, body });
  await signedIn(page, seeded);
  await page.goto("/analysis?q=Check");
  await page.getByRole("combobox", { name: "Status of Check the total" }).click();
  await page.getByRole("option", { name: "Resolved" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Status to Resolved" });
  await dialog.getByLabel("Comment (optional)").fill("Fixed in build 7");
  await page.route("**/api/annotations/annotations/*/status", (route) => route.abort());
  await dialog.getByRole("button", { name: "Update Status" }).click();
  await toast(page, "Failed to update status");
  await expect(dialog.getByLabel("Comment (optional)")).toHaveValue("Fixed in build 7");
  await page.unroute("**/api/annotations/annotations/*/status");
  await dialog.getByRole("button", { name: "Update Status" }).click();
  await toast(page, "Status updated successfully");
  await expect(dialog).toHaveCount(0);
});

test("a toast names what failed to load, or shows the server's message if it has one", async ({ page, seeded }) => {
  const reportId = await send(await ownProject(page, seeded, "Toasts"), "1");
  await signedIn(page, seeded);
  await page.route("**/api/annotations/projects/*/summary*", (route) =>
    route.fulfill({ status: 502, body: "Bad Gateway" }),
  );
  await page.route("**/api/annotations/projects/*/annotations?*", (route) =>
    route.fulfill({ status: 403, json: { success: false, code: "forbidden", error: "Only members read items." } }),
  );
  const toasts = page.locator(".mantine-Notification-root");
  await page.goto("/analysis");
  await expect(toasts.getByText("Only members read items.", { exact: true })).toBeVisible();
  await expect(toasts.getByText("Failed to load analysis activity", { exact: true })).toBeVisible();
  await page.goto(`/reports/${reportId}`);
  await page.getByRole("button", { name: "Annotations" }).click();
  await expect(toasts.getByText("Failed to load annotations: Only members read items.", { exact: true })).toBeVisible();
});

test("lists fit next to the navigation at any window width", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Widths");
  const { client, projectId } = project;
  await send(project, "1");
  const body = {
    title: "Fits",
    message: "It does.",
    type: "improvement",
    priority: "critical",
    dueDate: "2031-01-31",
  } as const;
  await client.call(createAnnotation, { params: { projectId }, body });
  await signedIn(page, seeded);
  for (const [path, visible] of [
    ["/analysis?q=Fits", page.getByText("It does.")],
    [
      "/defects",
      page
        .getByRole("table", { name: "Groups" })
        .getByText(/expected 90/)
        .first(),
    ],
    ["/defects?tab=tests", page.getByRole("table", { name: "Tests" }).getByText("pays the order").first()],
    ["/projects", page.getByRole("link", { name: "Details" }).first()],
  ] as const) {
    await page.goto(path);
    await expect(visible).toBeVisible();
    for (const width of [900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = () =>
        page.evaluate(
          () =>
            [document.documentElement, ...document.querySelectorAll("main :is(table, tr, li, a)")].filter(
              (each) =>
                each.getBoundingClientRect().right > innerWidth ||
                (each.localName === "html" && each.scrollWidth > innerWidth),
            ).length,
        );
      await expect.poll(beyond, { message: `${path}, ${width} pixels wide` }).toBe(0);
    }
  }
});

test("a change by an agent is undone, and the class that it proposes is accepted", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Agents");
  await send(project, "1");
  const groupId = await onlyCause(project);
  const proposal = { cause_id: groupId, class: "Test Data Issue", reason: "The price is old." };
  const itemId = Number(/item (\d+)/.exec(await useTool(project, "propose_class", proposal))?.[1]);
  await useTool(project, "update_analysis_item", { item_id: itemId, status: "in_progress", comment: "Looking." });
  await signedIn(page, seeded);
  await page.goto(`/analysis?annotation=${itemId}&project=${project.projectId}`);
  const panel = itemPanel(page);
  await expect(panel.getByText(/^Created/)).toContainText("Claude Code (agent of");
  await panel.getByRole("button", { name: "Undo the change of the status" }).click();
  await toast(page, "Change undone");
  await expect(panel.getByLabel("Status", { exact: true })).toHaveValue("open");
  await expect(panel.getByRole("list", { name: "Activity" })).toContainText(
    "undid a change by an agent: the status is now Open",
  );
  await expectAccessiblePage(page);
  await addItem(project, "By a person");
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("combobox", { name: "Creator" }).click();
  await page.getByRole("option", { name: "Agents" }).click();
  await expect(page).toHaveURL(/creator=agents/);
  await expect(rowOf(page, "By a person")).toHaveCount(0);
  await page.getByRole("button", { name: "Proposed class: Test Data Issue" }).click();
  await panel.getByRole("button", { name: "Accept" }).click();
  await toast(page, "Proposal answered");
  await expect(panel.getByLabel("Status", { exact: true })).toHaveValue("resolved");
  await expect(panel.getByRole("button", { name: "Accept" })).toHaveCount(0);
  const { data } = await project.client.call(listFailureGroups, {
    params: { projectId: project.projectId },
    query: { timeWindow: "90" },
  });
  expect(data).toMatchObject([{ id: groupId, primaryClass: "Test Data Issue", decidedBy: "person" }]);
});
