import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { queueDailyMails } from "./queue-daily.ts";
import { notify } from "#inbox/notify.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { itemsProject } from "#testing/items.ts";
import { startMailServer } from "#testing/mail-server.ts";
import type { Person } from "#testing/people.ts";

const { signal } = new AbortController();

async function dailyProject(plumb: TestApp) {
  const far = await startMailServer();
  const project = await itemsProject(plumb);
  const { admin, projectId } = project;
  await connectMail(plumb, admin.token, far);
  const at = async (time: string) => {
    plumb.time.now = new Date(time);
    await queueDailyMails(plumb.context, signal);
    await runJobs(plumb.context);
    return far.received.map(({ to, message }) => `${to.join()}: ${message.subject}`);
  };
  return {
    ...project,
    far,
    at,
    live: (person: Person, zone: string) =>
      runStatement(plumb.context.db, `update user_account set timezone = '${zone}' where id = ${person.id}`),
    tell: (person: Person, title: string, more: { projectId?: number } = { projectId }) =>
      notify(
        plumb.context,
        { userIds: [person.id] },
        {
          topic: "watched",
          title,
          message: "Something <b>changed</b>.\nA lot.",
          type: "other",
          metadata: {},
          actionUrl: "/x",
          ...more,
        },
      ),
    [Symbol.asyncDispose]: () => far[Symbol.asyncDispose](),
  };
}

test("one mail at nine lists the unread notifications of the day, as text and HTML", async () => {
  await using plumb = await createTestApp();
  await using project = await dailyProject(plumb);
  const { ben, at, tell, far } = project;
  await tell(ben, "First");
  await tell(ben, "Second");
  await tell(ben, "No project", {});
  expect(await at("2026-03-04T23:00:00Z")).toEqual([]);
  expect(await at("2026-03-05T08:59:00Z")).toEqual([]);
  expect(await at("2026-03-05T09:00:00Z")).toEqual([`${ben.email}: 3 unread notifications`]);
  expect(far.received[0]?.message.text?.trim()).toBe(`3 unread notifications

Other

- No project (http://plumb.test/x) — Something <b>changed</b>. A lot.

Shop

- Second (http://plumb.test/x) — Something <b>changed</b>. A lot.
- First (http://plumb.test/x) — Something <b>changed</b>. A lot.

Open the app:
http://plumb.test/

You receive this email once a day because of your notification settings.

Change your notification settings:
http://plumb.test/profile#notifications

-- 
Plumb`);
  expect(far.received[0]?.message.html).toContain(
    '<li><a href="http://plumb.test/x">First</a> — Something &lt;b&gt;changed&lt;/b&gt;. A lot.</li>',
  );
  // A notification after nine waits for the next day, and no mail repeats a notification.
  await tell(ben, "Third");
  expect(await at("2026-03-05T20:00:00Z")).toHaveLength(1);
  expect(await at("2026-03-06T09:00:00Z")).toEqual([
    `${ben.email}: 3 unread notifications`,
    `${ben.email}: 1 unread notification`,
  ]);
  expect(await at("2026-03-07T09:00:00Z")).toHaveLength(2);
});

test("notifications that were read, also while the mail waits, are left out, and without any there is no mail", async () => {
  await using plumb = await createTestApp();
  await using project = await dailyProject(plumb);
  const { ada, ben, vera, at, tell, far } = project;
  await tell(ben, "Read before");
  await runStatement(plumb.context.db, "update notification set read = true");
  await tell(ada, "Read while waiting");
  await tell(vera, "Read while waiting");
  await tell(vera, "Unread");
  plumb.time.now = new Date("2026-03-05T09:00:00Z");
  await queueDailyMails(plumb.context, signal);
  await runStatement(plumb.context.db, "update notification set read = true where title = 'Read while waiting'");
  expect(await at("2026-03-05T09:01:00Z")).toEqual([`${vera.email}: 1 unread notification`]);
  expect(far.received[0]?.message.text).not.toContain("waiting");
  expect(
    await readRows(plumb.context.db, "select count(*)::integer as count from outbox_delivery where kind = 'mail'"),
  ).toEqual([{ count: 2 }]);
});

test("each user is mailed at nine in their own time zone, even when clocks change", async () => {
  await using plumb = await createTestApp();
  await using project = await dailyProject(plumb);
  const { ada, ben, at, tell, live } = project;
  await live(ada, "Asia/Tokyo");
  await live(ben, "Europe/Berlin");
  plumb.time.now = new Date("2026-03-28T20:00:00Z");
  await tell(ada, "One");
  await tell(ben, "One");
  expect(await at("2026-03-28T23:59:00Z")).toEqual([]);
  expect(await at("2026-03-29T00:00:00Z")).toEqual([`${ada.email}: 1 unread notification`]);
  expect(await at("2026-03-29T06:59:00Z")).toHaveLength(1);
  // Nine in summer time, which began on this day.
  expect(await at("2026-03-29T07:00:00Z")).toHaveLength(2);
  // A journey to the west begins the same day again.
  await live(ada, "Pacific/Honolulu");
  await tell(ada, "Two");
  expect(await at("2026-03-29T23:00:00Z")).toHaveLength(2);
  expect(await at("2026-03-30T19:00:00Z")).toHaveLength(3);
});

test("two servers queue one daily mail, and a long list is shortened", async () => {
  await using plumb = await createTestApp();
  await using project = await dailyProject(plumb);
  const { ben, at, tell, far } = project;
  for (let index = 0; index < 53; index += 1) await tell(ben, `Notification ${index}`);
  plumb.time.now = new Date("2026-03-05T09:00:00Z");
  await Promise.all([queueDailyMails(plumb.context, signal), queueDailyMails(plumb.context, signal)]);
  expect(await at("2026-03-05T09:00:00Z")).toEqual([`${ben.email}: 53 unread notifications`]);
  const text = far.received[0]?.message.text ?? "";
  expect(text.match(/^- /gm)).toHaveLength(50);
  expect(text).toContain("and 3 older ones");
});

test("a mail after a long time has the last seven days only, and none for users who left", async () => {
  await using plumb = await createTestApp();
  await using project = await dailyProject(plumb);
  const { admin, ben, vera, at, tell } = project;
  await tell(ben, "Long ago");
  await tell(vera, "Left");
  const switchEmail = (email: boolean) =>
    call(plumb, "PUT", "/api/settings", { ...admin, body: { notifications: { email, slack: false, teams: false } } });
  await switchEmail(false);
  expect(await at("2026-03-05T09:00:00Z")).toEqual([]);
  await switchEmail(true);
  plumb.time.now = new Date("2026-03-12T12:00:00Z");
  await tell(ben, "Yesterday");
  await runStatement(plumb.context.db, `delete from membership where user_id = ${vera.id}`);
  expect(await at("2026-03-13T09:00:00Z")).toEqual([`${ben.email}: 1 unread notification`]);
});
