import { createClient } from "@plumb/client/client.ts";
import { login } from "@plumb/contract/people/auth.ts";
import { acceptInvitation, createInvitation, listInvitationRoles } from "@plumb/contract/people/invitations.ts";
import { addMember, changeMember } from "@plumb/contract/projects/members.ts";
import { createProject } from "@plumb/contract/projects/projects.ts";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { type SeededProduct, test, uploadReport } from "./product.ts";
import { junitReport } from "./report-files.ts";

const password = "secret staple";

/** Creates an account that was invited as lead of the project, with a session. */
async function newLead(seeded: SeededProduct, name: string): Promise<{ email: string; token: string; userId: number }> {
  const email = `${name}@example.org`;
  const { client, projectId } = seeded;
  const roles = await client.call(listInvitationRoles, { query: { scope: "project" } });
  const projectRoleId = roles.data.find(({ key }) => key === "LEAD")?.id ?? 0;
  const { data } = await client.call(createInvitation, { body: { email, projectId, projectRoleId } });
  const token = data.link.split("/").at(-1) ?? "";
  const visitor = createClient({ baseUrl: seeded.address, token: () => null });
  await visitor.call(acceptInvitation, { params: { token }, body: { name, password } });
  const session = await visitor.call(login, { body: { username: email, password } });
  return { email, token: session.token, userId: session.user.id };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(bell(page)).toBeVisible();
}

/** Resolves when the live connection of the page is established. Must be called before the page opens it. */
async function connection(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  // Response of the server to the handshake.
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("40"));
}

async function opened(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage();
  await Promise.all([connection(page), signIn(page, email)]);
  return page;
}

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const dropdown = (page: Page) => page.getByRole("dialog", { name: /^Notifications/ });

function startedAt(secondsAgo: number): string {
  return new Date(Date.now() - secondsAgo * 1000).toISOString();
}

/** Uploads a passed run and then a failed one, which sends notifications. */
async function goRed(seeded: SeededProduct, suite: string): Promise<void> {
  const send = (filename: string, secondsAgo: number, report: string) =>
    uploadReport(seeded, { filename, suite, build: filename, startedAt: startedAt(secondsAgo) }, report);
  await send(
    "green.xml",
    60,
    '<testsuites><testsuite name="s"><testcase classname="a" name="b"/></testsuite></testsuites>',
  );
  await send("red.xml", 0, junitReport(10));
}

test("events and actions appear on both devices of a user", async ({ browser, seeded }) => {
  const { email } = await newLead(seeded, "dev");
  const contexts = [await browser.newContext(), await browser.newContext()];
  const [laptop, phone] = (await Promise.all(contexts.map((context) => opened(context, email)))) as [Page, Page];

  await test.step("a suite turns red on both devices", async () => {
    await goRed(seeded, "payments");
    for (const page of [laptop, phone]) await expect(bell(page)).toHaveText("1");
  });

  await test.step("opening it on one device leads to the run and marks it as read on both", async () => {
    await bell(laptop).click();
    await expect(dropdown(laptop).getByText("You have 1 unread notification", { exact: true })).toBeVisible();
    await dropdown(laptop).getByRole("link", { name: "payments is red" }).click();
    await expect(laptop).toHaveURL(/\/reports\/\d+$/);
    await expect(dropdown(laptop)).toHaveCount(0);
    for (const page of [laptop, phone]) await expect(bell(page)).toHaveText("");
  });

  await test.step("a notification deleted on one device disappears on the other", async () => {
    await goRed(seeded, "search");
    await bell(laptop).click();
    await bell(phone).click();
    await expect(dropdown(phone).getByRole("listitem")).toHaveCount(2);
    await dropdown(phone).getByRole("button", { name: "Delete: payments is red" }).click();
    for (const page of [laptop, phone]) await expect(dropdown(page).getByRole("listitem")).toHaveCount(1);
    await dropdown(phone).getByRole("button", { name: "Clear all" }).click();
    await dropdown(phone).getByRole("button", { name: "Clear all" }).click();
    for (const page of [laptop, phone]) await expect(dropdown(page).getByText("No notifications yet")).toBeVisible();
  });

  for (const context of contexts) await context.close();
});

test("events that happen while offline appear after reconnecting; later ones appear live", async ({
  browser,
  seeded,
}) => {
  const { email } = await newLead(seeded, "nomad");
  const context = await browser.newContext();
  const page = await opened(context, email);
  await goRed(seeded, "cart");
  await expect(bell(page)).toHaveText("1");
  await context.setOffline(true);
  await goRed(seeded, "checkout");
  await bell(page).click();
  await expect(dropdown(page).getByRole("listitem")).toHaveCount(1);
  await context.setOffline(false);
  await expect(dropdown(page).getByRole("listitem")).toHaveCount(2);
  await goRed(seeded, "returns");
  await expect(dropdown(page).getByRole("listitem")).toHaveCount(3);
  await context.close();
});

test("the dropdown works by keyboard and links to the full list of more than ten notifications", async ({
  browser,
  seeded,
}) => {
  const { email, userId } = await newLead(seeded, "keys");
  const { client } = seeded;
  for (let count = 1; count <= 6; count += 1) {
    const { data } = await client.call(createProject, { body: { name: `Many ${count}`, description: "One of many" } });
    await client.call(addMember, { params: { projectId: data.id }, body: { userId, roleKey: "VIEWER" } });
    await client.call(changeMember, { params: { projectId: data.id, userId }, body: { roleKey: "LEAD" } });
  }
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
  const page = await opened(context, email);
  await expect(bell(page)).toHaveText("9+");
  expect(JSON.parse(await page.evaluate(() => localStorage.getItem("notifications") ?? "[]"))).toHaveLength(12);

  await bell(page).focus();
  await page.keyboard.press("Enter");
  await expect(dropdown(page).getByText("You have 12 unread notifications")).toBeVisible();
  await expect(dropdown(page).getByRole("listitem")).toHaveCount(10);
  await expectAccessiblePage(page);
  await page.keyboard.press("Escape");
  await expect(bell(page)).toBeFocused();

  await page.keyboard.press("Enter");
  await dropdown(page).getByRole("link", { name: "View all notifications in Analysis Activity" }).press("Enter");
  await expect(page).toHaveURL(/\/analysis\?tab=notifications$/);
  const all = page.getByRole("region", { name: "Notifications" });
  await expect(all.getByRole("listitem")).toHaveCount(12);
  await all.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveText("");
  await context.close();
});

test("the next user of a browser sees no data of the previous user", async ({ browser, seeded }) => {
  const { email } = await newLead(seeded, "before");
  const next = await newLead(seeded, "after");
  const context = await browser.newContext();
  const page = await opened(context, email);
  await seeded.client.call(changeMember, {
    params: { projectId: seeded.projectId, userId: next.userId },
    body: { roleKey: "VIEWER" },
  });
  await goRed(seeded, "shared-machine");
  await expect(bell(page)).toHaveText("1");
  await page.getByRole("button", { name: /user menu of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("notifications"))).toBeNull();
  await signIn(page, next.email);
  await bell(page).click();
  await expect(dropdown(page).getByRole("listitem")).toHaveText([/Your role in Storefront is now Viewer/]);
  await context.close();
});

test("a user added to a project sees it immediately, with the actions of their role", async ({ browser, seeded }) => {
  const email = "newcomer@example.org";
  const { client, projectId, address } = seeded;
  const roles = await client.call(listInvitationRoles, { query: { scope: "system" } });
  const roleId = roles.data.find(({ key }) => key === "USER")?.id ?? 0;
  const { data } = await client.call(createInvitation, { body: { email, roleId } });
  const visitor = createClient({ baseUrl: address, token: () => null });
  const token = data.link.split("/").at(-1) ?? "";
  await visitor.call(acceptInvitation, { params: { token }, body: { name: "New Comer", password } });
  const { user } = await visitor.call(login, { body: { username: email, password } });

  const context = await browser.newContext();
  const page = await opened(context, email);
  await expect(page.getByText("You are not a member of any project.")).toBeVisible();
  await client.call(addMember, { params: { projectId }, body: { userId: user.id, roleKey: "VIEWER" } });
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Projects" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload reports" })).toHaveCount(0);
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("tab")).toHaveText(["Notifications"]);
  await expect(page.getByText("The leads of Storefront can add rules")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add rule" })).toHaveCount(0);

  await bell(page).click();
  await dropdown(page).getByRole("link", { name: "You are now a member of Storefront" }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}$`));
  await expect(page.getByRole("heading", { name: "Storefront" })).toBeVisible();
  await context.close();
});

function display(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("shown"));
}

test("the browser shows a notification once for all open tabs, and only after the user allowed it", async ({
  browser,
  seeded,
}) => {
  const { email } = await newLead(seeded, "tabs");
  const context = await browser.newContext();
  await context.addInitScript(() => {
    // Headless Chromium has no notifications. This replacement counts those of both tabs in the storage.
    class Visible extends EventTarget {
      static permission = localStorage.getItem("permission") ?? "default";
      static async requestPermission(): Promise<string> {
        Visible.permission = "granted";
        localStorage.setItem("permission", "granted");
        return "granted";
      }
      constructor(title: string) {
        super();
        localStorage.setItem("shown", `${localStorage.getItem("shown") ?? ""}${title}|`);
      }
      close(): void {
        localStorage.setItem("closed", "yes");
      }
    }
    Object.assign(window, { Notification: Visible });
  });
  const first = await opened(context, email);
  await goRed(seeded, "quiet");
  await expect(bell(first)).toHaveText("1");
  expect(await display(first)).toBeNull();
  await bell(first).click();
  await dropdown(first).getByRole("button", { name: "Turn on" }).click();
  await expect(dropdown(first).getByRole("button", { name: "Turn on" })).toHaveCount(0);

  const second = await context.newPage();
  await Promise.all([connection(second), second.goto("/")]);
  await goRed(seeded, "loud");
  for (const page of [first, second]) await expect(bell(page)).toHaveText("2");
  await expect.poll(() => display(second)).toBe("loud is red|");
  await expect.poll(() => second.evaluate(() => localStorage.getItem("closed"))).toBe("yes");
  expect(await display(second)).toBe("loud is red|");
  await context.close();
});

test("the list of reports shows a run sent by another user without a reload", async ({ browser, seeded }) => {
  const { email } = await newLead(seeded, "watcher");
  const context = await browser.newContext();
  const page = await opened(context, email);
  const joined = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framesent", ({ payload }) => String(payload).includes("join-project")));
  await page.goto("/reports");
  await joined;
  await uploadReport(seeded, { filename: "live.xml", suite: "seen-live" }, junitReport(5));
  await expect(page.getByRole("link", { name: "seen-live" })).toBeVisible();
  await context.close();
});
