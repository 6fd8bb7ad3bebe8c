import { acceptInvitation, createInvitation } from "@plumb/contract/people/invitations.ts";
import {
  createProject,
  deleteProject,
  listProjects,
  readProject,
  updateProject,
} from "@plumb/contract/projects/projects.ts";
import { listUploads } from "@plumb/contract/runs/uploads.ts";
import { searchProject } from "@plumb/contract/projects/search.ts";
import { expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { junitReport } from "./report-files.ts";

test.use({ database: "projects" });

async function newProject({ client }: SeededProduct, name: string): Promise<number> {
  const { data } = await client.call(createProject, { body: { name, description: `Tests of ${name}` } });
  return data.id;
}

async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /: Switch Project$/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search projects and commands" });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("");
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test("projects are switched and reports opened from the keyboard, also while typing", async ({ page, seeded }) => {
  const ids = new Map<string, number>();
  for (const name of ["Alpha", "Beta", "Gamma", "Delta"]) ids.set(name, await newProject(seeded, name));
  await uploadReport(
    { ...seeded, projectId: ids.get("Beta") ?? 0 },
    { filename: "a.xml", suite: "api" },
    junitReport(3),
  );
  await signedIn(page, seeded);
  await page.goto("/projects?q=alp");
  const search = page.getByRole("searchbox", { name: "Search projects" });
  await search.focus();
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();

  for (const name of ["Alpha", "Gamma", "Delta", "Beta"]) {
    await openPalette(page);
    await page.keyboard.type(name.toLowerCase());
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: new RegExp(`^${name} ?: Switch Project`) })).toBeVisible();
  }
  await expect(page).toHaveURL(/\/$/);
  expect(await stored(page, "selectedProjectId")).toBe(String(ids.get("Beta")));
  const recent = ["Beta", "Delta", "Gamma", "Alpha"].map((name) => ids.get(name));
  expect(JSON.parse((await stored(page, "recentProjects")) ?? "")).toEqual(recent);
  await openPalette(page);
  const options = page.getByRole("option");
  await expect(options.nth(0)).toHaveText(/^Beta/);
  await expect(options.nth(2)).toHaveText("Gamma");
  // After the three recent projects, the list shows all projects by name.
  await expect(options.nth(3)).toHaveText("Alpha");
  await expect(options.nth(4)).toHaveText(/^Beta/);

  // Ctrl+K may be pressed before the palette has returned the focus.
  await page.keyboard.type("Gamma");
  await page.evaluate(async () => {
    for (const [key, ctrlKey] of [["Enter", false] as const, ["k", true] as const]) {
      const pressed = new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(pressed);
      // Runs pending promises, but no timers.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
  });
  await expect(page.getByRole("button", { name: /^Gamma ?: Switch Project/ })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search projects and commands" })).toHaveValue("");
  await page.keyboard.type("Beta");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Beta ?: Switch Project/ })).toBeVisible();
  await openPalette(page);

  await page.keyboard.type("#1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reports\/\d+$/);
  await openPalette(page);
  await page.keyboard.type("#99");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Beta has no report #99.")).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("the default project stays selected when another one becomes the first", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/");
  const switcher = page.getByRole("button", { name: /: Switch Project$/ });
  await expect.poll(() => stored(page, "selectedProjectId")).not.toBeNull();
  const visible = (await switcher.getAttribute("title")) ?? "";
  await newProject(seeded, "Aardvark");
  await page.reload();
  await expect(switcher).toHaveAttribute("title", visible);
});

test("a pasted link selects the project of its object", async ({ page, seeded }) => {
  const projectId = await newProject(seeded, "Linked");
  await uploadReport({ ...seeded, projectId }, { filename: "a.xml", suite: "api" }, junitReport(1));
  const find = async (q: string) =>
    (await seeded.client.call(searchProject, { params: { projectId }, query: { q } })).data;
  await expect.poll(async () => (await find("expected 201")).groups.length).toBe(1);
  const [group] = (await find("expected 201")).groups;
  const [found] = (await find("order")).tests;
  const { data: uploads } = await seeded.client.call(listUploads, { params: { projectId } });
  await page.addInitScript((id) => localStorage.setItem("selectedProjectId", id), String(seeded.projectId));
  await signedIn(page, seeded);
  for (const [link, visible] of [
    [`/tests/${found?.id}`, page.getByRole("region", { name: "Stability" })],
    [`/defects?group=${group?.id}`, page.getByRole("region", { name: "Cause" })],
    [`/defects?tab=tests&cause=${group?.id}`, page.getByRole("table", { name: "Tests" })],
    [`/uploads?upload=${uploads[0]?.id}`, page.getByRole("complementary", { name: /^Upload/ }).getByText("a.xml")],
    [`/trends/week?project=${projectId}`, page.getByText(/^Linked · Week/)],
  ] as const) {
    await page.goto(link);
    await expect(page.getByRole("button", { name: /^Linked ?: Switch Project/ })).toBeVisible();
    await expect(visible.first()).toBeVisible();
  }
  // A project that the user cannot read changes nothing.
  await page.goto(`/trends/week?project=${2 ** 40}`);
  await expect(page.getByText(/^Storefront · Week/)).toBeVisible();
  await page.goto(`/tests/${2 ** 40}`);
  await expect(page.getByRole("heading", { name: "Test not found" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Storefront ?: Switch Project/ })).toBeVisible();
});

test("the palette keeps the focus if it opens while a page is loading", async ({ page, seeded }) => {
  const letGo = Promise.withResolvers<void>();
  await page.route(/\/assets\/connectors-page-.*\.js$/, async (route) => {
    await letGo.promise;
    await route.continue();
  });
  await signedIn(page, seeded);
  await page.goto("/projects");
  await page.getByRole("searchbox", { name: "Search projects" }).focus();
  await openPalette(page);
  await page.keyboard.type("go to connectors");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/connectors$/);
  await openPalette(page);
  letGo.resolve();
  await expect(page.getByRole("heading", { name: "Connectors", level: 1, includeHidden: true })).toBeVisible();
  // The page takes the focus shortly after it is shown.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("an administrator creates, edits and deletes projects; deleting the selected one selects another", async ({
  page,
  seeded,
}) => {
  await signedIn(page, seeded);
  await page.goto("/");
  await openPalette(page);
  await page.keyboard.type("manage");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Project Management" });
  await expect(dialog.getByText("Total Projects")).toBeVisible();
  await expect(dialog.getByText("Active Projects")).toBeVisible();

  await test.step("required fields and a name in use are reported", async () => {
    await dialog.getByRole("button", { name: "New Project" }).click();
    await dialog.getByRole("button", { name: "Create project" }).click();
    await expect(dialog.getByText("Name is required")).toBeVisible();
    await expect(dialog.getByText("Description is required")).toBeVisible();
    await dialog.getByLabel("Name").fill("storefront");
    await dialog.getByLabel("Description").fill("Twice");
    await dialog.getByLabel("Retention days").fill("366");
    await dialog.getByRole("button", { name: "Create project" }).click();
    await expect(dialog.getByText("Retention days must be a number from 1 to 365")).toBeVisible();
    await dialog.getByLabel("Retention days").fill("365");
    await dialog.getByRole("button", { name: "Create project" }).click();
    await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(
      'There is already a project called "storefront".',
    );
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await dialog.getByLabel("Name").fill("Omega");
    await dialog.getByRole("button", { name: "Create project" }).click();
    await expect(dialog.getByRole("button", { name: "Edit Omega" })).toBeVisible();
    // The new project is selected for its creator.
    const switcher = page.getByRole("button", { name: /^Omega ?: Switch Project/, includeHidden: true });
    await expect(switcher).toHaveCount(1);
  });

  const { data: projects } = await seeded.client.call(listProjects);
  const projectId = projects.find(({ name }) => name === "Omega")?.id ?? 0;
  await test.step("a concurrent change shows both versions, and the user keeps theirs", async () => {
    await dialog.getByRole("button", { name: "Edit Omega" }).click();
    await expect(dialog.getByLabel("Retention days")).toHaveValue("365");
    await seeded.client.call(updateProject, {
      params: { projectId },
      body: { description: "Theirs", status: "inactive" },
    });
    await dialog.getByLabel("Description").fill("Mine");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(dialog.getByRole("row", { name: "Description Theirs Mine" })).toBeVisible();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await expect(dialog.getByRole("button", { name: "Edit Omega" })).toBeVisible();
    const { data } = await seeded.client.call(readProject, { params: { projectId } });
    expect(data).toMatchObject({ description: "Mine", status: "inactive", settings: { retentionDays: 365 } });
  });

  await test.step("deleting the selected project selects another active one", async () => {
    await page.keyboard.press("Escape");
    await openPalette(page);
    await page.keyboard.type("omega");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /^Omega ?: Switch Project/ })).toBeVisible();
    await page.goto(`/projects/${projectId}?tab=settings`);
    await page.getByLabel("Type Omega to confirm").fill("Omega");
    await page.getByRole("button", { name: "Delete project" }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.getByRole("button", { name: /^Omega ?: Switch Project/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /: Switch Project$/ })).toBeVisible();
    expect(await stored(page, "selectedProjectId")).not.toBe(String(projectId));
  });
});

test("selects another project when the selected one is deleted in another browser", async ({ page, seeded }) => {
  const projectId = await newProject(seeded, "Doomed");
  await page.addInitScript((id) => localStorage.setItem("selectedProjectId", id), String(projectId));
  await signedIn(page, seeded);
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByRole("button", { name: /^Doomed ?: Switch Project/ })).toBeVisible();
  await seeded.client.call(deleteProject, { params: { projectId }, body: { confirm: "Doomed" } });
  // The page reloads its project once a minute even without a live message, and finds that it was deleted.
  await page.clock.fastForward(61_000);
  await expect(page.getByText(/Doomed was deleted, or you are no longer a member/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Doomed ?: Switch Project/ })).toHaveCount(0);
});

test("a lead manages the members and keys of their project", async ({ page, seeded, baseURL }) => {
  const projectId = await newProject(seeded, "Led");
  const join = async (name: string) => {
    const email = `${name}@example.org`;
    const { data } = await seeded.client.call(createInvitation, { body: { email, roleId: 1 } });
    const params = { token: data.link.split("/").at(-1) ?? "" };
    await seeded.client.call(acceptInvitation, { params, body: { name, password: "secret staple" } });
    return email;
  };
  const lead = await join("grace");
  await join("linus");
  await signedIn(page, seeded);
  await page.goto(`/projects/${projectId}`);

  await test.step("an account is found and added as lead", async () => {
    await page.getByRole("combobox", { name: "Add someone who has an account" }).fill("grac");
    await page.getByRole("option", { name: `grace <${lead}>` }).click();
    await page.getByRole("combobox", { name: "Role", exact: true }).click();
    await page.getByRole("option", { name: "Lead" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("row", { name: /grace/ })).toBeVisible();
  });

  await test.step("a lead creates a read-only key, which is shown once", async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto("/login");
    await page.getByLabel("Email").fill(lead);
    await page.getByLabel("Password", { exact: true }).fill("secret staple");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("button", { name: /^Led ?: Switch Project/ })).toBeVisible();
    await page.goto(`/projects/${projectId}?tab=api-keys`);
    await page.getByLabel("Name").fill("Wall");
    await page.getByRole("checkbox", { name: "Upload reports" }).uncheck();
    await page.getByRole("checkbox", { name: "Write as an agent" }).check();
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByText("Choose Read, too: an agent reads before it writes")).toBeVisible();
    await page.getByRole("checkbox", { name: "Read" }).check();
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Copy this key now." })).toBeFocused();
    const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
    const read = await page.request.get(`${baseURL}/api/reports?projectId=${projectId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(read.status()).toBe(200);
    // The settings of an agent contain the key until the page is left.
    await expect(page.getByLabel("settings for agents over HTTP", { exact: true })).toContainText(key);
    await expect(page.getByLabel("settings", { exact: true })).not.toContainText(key);
    await page.reload();
    await expect(page.getByRole("row", { name: /Wall.*Read/ })).toBeVisible();
    await expect(page.getByText(key)).toHaveCount(0);
    await page.getByRole("button", { name: "Revoke Wall" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByRole("row", { name: /Wall.*Revoked/ })).toBeVisible();
  });

  await test.step("a lead edits the project but cannot delete it", async () => {
    await page.getByRole("tab", { name: "Settings" }).click();
    await expect(page.getByLabel("Retention days")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Danger zone" })).toHaveCount(0);
  });
});

test("shows an error when the project list fails to load, and loads it on retry", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.route("**/api/projects", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/");
  await expect(page.getByText("Failed to fetch projects").first()).toBeVisible();
  await page.unroute("**/api/projects");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

const screens = ["/projects", "/projects/1", "/projects/1?tab=api-keys", "/projects/1?tab=settings"] as const;
for (const path of screens) {
  test(`${path} has no accessibility violations and does not scroll sideways`, async ({ page, seeded }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signedIn(page, seeded);
    await page.goto(path.replace("/1", `/${seeded.projectId}`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectAccessiblePage(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessiblePage(page);
  });
}

test("a search that fails in the palette is reported instead of showing no matches", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.route("**/api/projects/*/search*", (route) =>
    route.fulfill({ status: 400, json: { success: false, error: "No", code: "invalid" } }),
  );
  await page.goto("/");
  await openPalette(page);
  await page.keyboard.type("checkout");
  await expect(page.getByRole("alert")).toContainText("Failed to search this project");
  await page.unroute("**/api/projects/*/search*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
