import type { Notification } from "@plumb/contract/people/notifications.ts";
import { expect, test } from "vitest";
import { notify } from "#inbox/notify.ts";
import { deleteOldNotifications } from "#store/people/notifications.ts";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { countRows } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";

interface Page {
  readonly data: Notification[];
  readonly nextCursor: number | null;
  readonly unread: number;
}

const pageOf = async (plumb: TestApp, token: string, query = "") =>
  (await call<Page>(plumb, "GET", `/api/notifications${query}`, { token })).body;
const titlesOf = async (plumb: TestApp, token: string, query = "") =>
  (await pageOf(plumb, token, query)).data.map(({ title }) => title);

async function tell(plumb: TestApp, userIds: number[], ...titles: string[]): Promise<void> {
  for (const title of titles)
    await notify(
      plumb.context,
      { userIds },
      { title, message: "Something happened.", type: "other", topic: "other", metadata: {} },
    );
}

test("a notification stores all given fields, and is unread", async () => {
  await using plumb = await createTestApp();
  const ada = await seedPerson(plumb, "ada");
  const metadata = { assignedBy: "Grace", projectName: "Shop", dueDate: "2026-03-09T00:00:00.000Z" };
  await notify(
    plumb.context,
    { userIds: [ada.id] },
    {
      topic: "assigned",
      title: "For you",
      message: "Look at it.",
      type: "annotation",
      annotationId: 12,
      actionUrl: "/x",
      metadata,
    },
  );
  const { data, unread, nextCursor } = await pageOf(plumb, ada.token);
  expect(data).toEqual([
    {
      id: expect.any(Number) as number,
      title: "For you",
      message: "Look at it.",
      type: "annotation",
      actionUrl: "/x",
      annotationId: 12,
      metadata,
      timestamp: plumb.time.now.toISOString(),
      read: false,
    },
  ]);
  expect({ unread, nextCursor }).toEqual({ unread: 1, nextCursor: null });
});

test("notifications are listed newest first, page by page, with the unread count of all pages", async () => {
  await using plumb = await createTestApp();
  const ada = await seedPerson(plumb, "ada");
  await tell(plumb, [ada.id], "one", "two", "three");
  const first = await pageOf(plumb, ada.token, "?limit=2");
  expect(first.data.map(({ title }) => title)).toEqual(["three", "two"]);
  expect(first.unread).toBe(3);
  const second = await pageOf(plumb, ada.token, `?limit=2&cursor=${first.nextCursor}`);
  expect(second).toMatchObject({ data: [{ title: "one" }], nextCursor: null });
  expect((await call(plumb, "GET", "/api/notifications?limit=101", { token: ada.token })).status).toBe(400);
});

test("notifications are marked as read one by one or up to the last one seen, and stay read", async () => {
  await using plumb = await createTestApp();
  const { id, token } = await seedPerson(plumb, "ada");
  await tell(plumb, [id], "one", "two", "three", "four");
  const [four, three, two] = (await pageOf(plumb, token)).data;
  const unread = async () => (await call(plumb, "GET", "/api/notifications/unread", { token })).body;
  await call(plumb, "PUT", `/api/notifications/${three?.id}/read`, { token });
  expect(await unread()).toMatchObject({ data: { unread: 3 } });
  await call(plumb, "PUT", `/api/notifications/read?upTo=${two?.id}`, { token });
  expect(await unread()).toMatchObject({ data: { unread: 1 } });
  expect((await pageOf(plumb, token)).data[0]).toMatchObject({ id: four?.id, read: false });
  await call(plumb, "PUT", "/api/notifications/read", { token });
  expect(await unread()).toMatchObject({ data: { unread: 0 } });
});

test("notifications are deleted one by one, or cleared up to the last one seen", async () => {
  await using plumb = await createTestApp();
  const { id, token } = await seedPerson(plumb, "ada");
  await tell(plumb, [id], "one", "two", "three", "four");
  const [, three, two] = (await pageOf(plumb, token)).data;
  await call(plumb, "DELETE", `/api/notifications/${three?.id}`, { token });
  expect(await titlesOf(plumb, token)).toEqual(["four", "two", "one"]);
  expect((await call(plumb, "DELETE", `/api/notifications/${three?.id}`, { token })).status).toBe(404);
  await call(plumb, "DELETE", `/api/notifications?upTo=${two?.id}`, { token });
  expect(await titlesOf(plumb, token)).toEqual(["four"]);
  await call(plumb, "DELETE", "/api/notifications", { token });
  expect(await titlesOf(plumb, token)).toEqual([]);
});

test("users cannot read, mark or delete the notifications of other users", async () => {
  await using plumb = await createTestApp();
  const ada = await seedPerson(plumb, "ada");
  const eve = await seedPerson(plumb, "eve", { role: "ADMIN" });
  await tell(plumb, [ada.id], "private");
  const [mine] = (await pageOf(plumb, ada.token)).data;
  const path = `/api/notifications/${mine?.id}`;
  expect(await titlesOf(plumb, eve.token)).toEqual([]);
  expect((await call(plumb, "PUT", `${path}/read`, { token: eve.token })).status).toBe(404);
  expect((await call(plumb, "DELETE", path, { token: eve.token })).status).toBe(404);
  await call(plumb, "PUT", "/api/notifications/read", { token: eve.token });
  await call(plumb, "DELETE", "/api/notifications", { token: eve.token });
  expect(await pageOf(plumb, ada.token)).toMatchObject({ data: [{ title: "private", read: false }], unread: 1 });
});

test("long texts are cut without splitting characters", async () => {
  await using plumb = await createTestApp();
  const { id, token } = await seedPerson(plumb, "ada");
  await notify(
    plumb.context,
    { userIds: [id] },
    { title: `x${"😀".repeat(500)}`, message: "m".repeat(5000), type: "other", topic: "other", metadata: {} },
  );
  const [notification] = (await pageOf(plumb, token)).data;
  expect(notification?.title.length).toBeLessThanOrEqual(200);
  expect(notification?.title.isWellFormed()).toBe(true);
  expect(notification?.message.length).toBe(1000);
});

test("deletes old notifications, and all but the newest per account", async () => {
  await using plumb = await createTestApp();
  const ada = await seedPerson(plumb, "ada");
  const eve = await seedPerson(plumb, "eve");
  await tell(plumb, [ada.id], "ancient");
  const start = plumb.time.now.getTime();
  plumb.time.now = new Date(start + 1000);
  await tell(plumb, [ada.id, eve.id], "one", "two");
  await tell(plumb, [ada.id], "three");
  await deleteOldNotifications(plumb.context.db, { before: plumb.time.now, max: 2 });
  expect(await titlesOf(plumb, ada.token)).toEqual(["three", "two"]);
  expect(await titlesOf(plumb, eve.token)).toEqual(["two", "one"]);
});

test("users are notified when they join a project, with their role", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada");
  const members = `/api/projects/${projectId}/members`;
  await call(plumb, "POST", members, { token, body: { userId: ada.id, roleKey: "VIEWER" } });
  await call(plumb, "PUT", `${members}/${ada.id}`, { token, body: { roleKey: "LEAD" } });
  await call(plumb, "PUT", `${members}/${ada.id}`, { token, body: { roleKey: "LEAD" } });
  const metadata = { assignedBy: "admin@example.test", projectName: "Shop" };
  expect((await pageOf(plumb, ada.token)).data).toMatchObject([
    { title: "Your role in Shop is now Lead", message: "admin@example.test changed it from Viewer.", metadata },
    {
      title: "You are now a member of Shop",
      message: "admin@example.test added you with the role Viewer.",
      type: "success",
      metadata,
    },
  ]);
  // Users are not notified of their own changes.
  const self = (await call<{ user: { id: number } }>(plumb, "GET", "/api/auth/profile", { token })).body.user.id;
  await call(plumb, "POST", members, { token, body: { userId: self, roleKey: "LEAD" } });
  expect(await titlesOf(plumb, token)).toEqual([]);
});

test("the inviter is notified when the invitation is accepted", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  for (const [email, scope] of [
    ["ada@example.test", { projectId, projectRoleId: 5 }],
    ["grace@example.test", { roleId: 1 }],
  ] as const) {
    const { body } = await call<{ data: { link: string } }>(plumb, "POST", "/api/invitations/create", {
      token,
      body: { email, ...scope },
    });
    const linkToken = body.data.link.split("/").at(-1);
    await call(plumb, "POST", `/api/invitations/${linkToken}/accept`, {
      body: { name: "A", password: "secret staple" },
    });
  }
  expect((await pageOf(plumb, token)).data).toMatchObject([
    {
      title: "grace@example.test accepted your invitation",
      message: "They can sign in now.",
      actionUrl: "/settings?tab=users",
    },
    { title: "ada@example.test accepted your invitation", message: "They joined Shop as Lead.", type: "success" },
  ]);
});

test("members are notified when their project is deleted, and its other notifications are deleted", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada");
  const outsider = await seedPerson(plumb, "eve");
  await call(plumb, "POST", `/api/projects/${projectId}/members`, {
    token,
    body: { userId: ada.id, roleKey: "VIEWER" },
  });
  await call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "Shop" } });
  expect(await titlesOf(plumb, ada.token)).toEqual(["Shop was deleted", "You are now a member of Shop"]);
  await runJobs(plumb.context);
  expect(await titlesOf(plumb, ada.token)).toEqual(["Shop was deleted"]);
  expect(await titlesOf(plumb, outsider.token)).toEqual([]);
  expect(await titlesOf(plumb, token)).toEqual([]);
  expect(await countRows(plumb.context.db, "notification")).toBe(1);
});
