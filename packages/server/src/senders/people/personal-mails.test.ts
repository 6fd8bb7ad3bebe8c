import { expect, test } from "vitest";
import { remindOfDueDates } from "#items/remind.ts";
import { runJobs } from "#jobs/engine.ts";
import type { MailChoices } from "@plumb/contract/people/mail-choices.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { itemsProject } from "#testing/items.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { later, runUntilSent, sendOnTwoServers } from "#testing/outbox.ts";
import type { Person } from "#testing/people.ts";

async function mailedProject(plumb: TestApp, options?: Parameters<typeof startMailServer>[0]) {
  const far = await startMailServer(options);
  const project = await itemsProject(plumb);
  await connectMail(plumb, project.admin.token, far);
  const choose = (person: Person, mailChoices: Partial<MailChoices>) =>
    call<{ data: { profile: { mailChoices: MailChoices; mailState: string } } }>(plumb, "PUT", "/api/profile", {
      token: person.token,
      body: { mailChoices },
    });
  return { ...project, far, choose, [Symbol.asyncDispose]: () => far[Symbol.asyncDispose]() };
}

test("an assignment is mailed immediately, as text and HTML", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, create, far, projectId } = project;
  const item = await create(ada, { title: "Checkout <b>is</b> slow", assignedTo: ben.id, dueDate: "2026-03-10" });
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(1);
  const [{ to, message } = { to: [], message: null }] = far.received;
  expect(to).toEqual([ben.email]);
  expect(message).toMatchObject({
    from: { address: "plumb@example.test", name: "Plumb" },
    subject: "Checkout <b>is</b> slow (Shop)",
    messageId: expect.stringMatching(/^<[0-9a-f-]{36}@example\.test>$/) as string,
  });
  expect(message?.inReplyTo).toBeUndefined();
  const url = `http://plumb.test/analysis?annotation=${item.id}&project=${projectId}`;
  expect(message?.text?.trim()).toBe(`An analysis item was assigned to you

Project: Shop
Due date: 10 Mar 2026

ada@example.test assigned “Checkout <b>is</b> slow” to you.

Open the analysis item:
${url}

You receive this email because of your notification settings.

Change your notification settings:
http://plumb.test/profile#notifications

-- 
Plumb`);
  expect(message?.html).toContain("assigned “Checkout &lt;b&gt;is&lt;/b&gt; slow” to you.</p>");
  expect(message?.html).toContain(
    `<a href="${url.replace("&", "&amp;")}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#6D2366;color:#ffffff;font-weight:600;text-decoration:none">Open the analysis item</a>`,
  );
});

test("mails about an item belong to one thread per user", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, create, change, choose, far } = project;
  await choose(ben, { watched: "at-once" });
  const item = await create(ada, { assignedTo: ben.id });
  await runJobs(plumb.context);
  await change(ada, item, "status", { status: "in_progress" });
  await change(ada, item, "status", { status: "resolved" });
  await runJobs(plumb.context);
  const [first, ...replies] = far.received.map(({ message }) => message);
  expect(first?.subject).toBe("Checkout is slow (Shop)");
  expect(replies.map(({ subject, inReplyTo, references }) => ({ subject, inReplyTo, references }))).toEqual(
    [1, 2].map(() => ({
      subject: "Re: Checkout is slow (Shop)",
      inReplyTo: first?.messageId,
      references: first?.messageId,
    })),
  );
  expect(replies[0]?.text).toContain("“Checkout is slow” is now In Progress");
  expect(new Set(far.received.map(({ message }) => message.messageId)).size).toBe(3);
});

test("each group of notifications is mailed as its user chose", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, create, choose, far } = project;
  const response = await choose(ben, { assigned: "off" });
  expect(response.body.data.profile).toMatchObject({
    mailState: "on",
    mailChoices: { assigned: "off", watched: "daily", due: "daily", tests: "daily", other: "off" },
  });
  await create(ada, { assignedTo: ben.id });
  await choose(ben, { assigned: "daily" });
  await create(ada, { assignedTo: ben.id });
  await runJobs(plumb.context);
  expect(far.received).toEqual([]);
  await choose(ben, { assigned: "at-once" });
  await create(ada, { assignedTo: ben.id });
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(1);
  const wrong = await call(plumb, "PUT", "/api/profile", {
    token: ben.token,
    body: { mailChoices: { assigned: "sometimes" } },
  });
  expect(wrong.status).toBe(400);
});

test.for([
  ["without an email connector", "not-configured"],
  ["while email is switched off", "switched-off"],
] as const)("%s, nothing is queued, and the profile shows the reason", async ([, state]) => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { admin, ada, ben, create, choose } = project;
  if (state === "not-configured") await call(plumb, "DELETE", "/api/connectors/email", admin);
  else
    await call(plumb, "PUT", "/api/settings", {
      ...admin,
      body: { notifications: { email: false, slack: false, teams: false } },
    });
  await create(ada, { assignedTo: ben.id });
  expect(await readRows(plumb.context.db, "select 1 from outbox_delivery where kind = 'mail'")).toEqual([]);
  expect((await choose(ben, {})).body.data.profile.mailState).toBe(state);
});

test.for([
  ["lost access to the project", (_: Person, ben: Person) => `delete from membership where user_id = ${ben.id}`],
  [
    "was deactivated",
    (_: Person, ben: Person) => `update user_account set status = 'deactivated' where id = ${ben.id}`,
  ],
  ["read the notification", () => "update notification set read = true"],
  ["deleted the notification", () => "delete from notification"],
  ["switched these emails off", () => `update user_account set mail_choices = '{"assigned": "off"}'`],
] as const)("a user who %s before the mail is sent gets none, and the log has the reason", async ([, statement]) => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, create, far } = project;
  await create(ada, { assignedTo: ben.id });
  await runStatement(plumb.context.db, statement(ada, ben));
  await runJobs(plumb.context);
  expect(far.received).toEqual([]);
  expect(
    await readRows(plumb.context.db, "select status, response_body from outbox_delivery where kind = 'mail'"),
  ).toEqual([{ status: "delivered", response_body: expect.stringMatching(/^Not sent: the /) as string }]);
});

test("two servers send each mail once", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, create, far } = project;
  for (let index = 0; index < 12; index += 1) await create(ada, { title: `Item ${index}`, assignedTo: ben.id });
  await sendOnTwoServers(plumb);
  expect(far.received).toHaveLength(12);
  expect(new Set(far.received.map(({ message }) => message.subject))).toEqual(
    new Set(Array.from({ length: 12 }, (_, index) => `Item ${index} (Shop)`)),
  );
});

test("a mail that the server refused for now is sent again with the same Message-ID, in order", async () => {
  await using plumb = await createTestApp();
  const ids: string[] = [];
  let refusals = 3;
  await using project = await mailedProject(plumb, {
    onMailFrom(_address, _session, done) {
      if (refusals > 0 && ids.length > 0) {
        refusals -= 1;
        done(Object.assign(new Error("Try later"), { responseCode: 451 }));
      } else done();
    },
  });
  const { ada, ben, create, far } = project;
  ids.push("the connector was tested");
  await create(ada, { title: "First", assignedTo: ben.id });
  await create(ada, { title: "Second", assignedTo: ben.id });
  await runUntilSent(plumb, 24);
  expect(far.received.map(({ message }) => message.subject)).toEqual(["First (Shop)", "Second (Shop)"]);
  expect(refusals).toBe(0);
  const rows = await readRows<{ mark: string; attempts: number }>(
    plumb.context.db,
    "select mark, attempts from outbox_delivery where kind = 'mail' order by id",
  );
  expect(rows.map(({ attempts }) => attempts)).toEqual([4, 1]);
  expect(far.received.map(({ message }) => message.messageId)).toEqual(
    rows.map(({ mark }) => `<${mark}@example.test>`),
  );
});

test("an address that the server rejects does not delay other users", async () => {
  await using plumb = await createTestApp();
  let isRemoved = true;
  await using project = await mailedProject(plumb, {
    onRcptTo({ address }, _session, done) {
      done(
        isRemoved && address.startsWith("ben") ? Object.assign(new Error("No such user"), { responseCode: 550 }) : null,
      );
    },
  });
  const { ada, ben, vera, create, far } = project;
  await create(ada, { title: "First", assignedTo: ben.id });
  await create(ada, { title: "Second", assignedTo: vera.id });
  await runJobs(plumb.context);
  expect(far.received.map(({ to }) => to)).toEqual([[vera.email]]);
  expect(
    await readRows(
      plumb.context.db,
      "select status, attempts, error from outbox_delivery where kind = 'mail' order by id",
    ),
  ).toEqual([
    { status: "failed", attempts: 1, error: "The mail server rejected the recipient. Response: 550 No such user" },
    { status: "delivered", attempts: 1, error: null },
  ]);
  const list = () => call(plumb, "GET", "/api/deliveries/failed", project.admin);
  expect((await list()).body).toMatchObject({
    data: [{ destination: { kind: "mail", name: ben.email, state: "open" } }],
    total: 1,
    sendable: 1,
  });
  isRemoved = false;
  expect((await call(plumb, "POST", "/api/deliveries/failed/resend", project.admin)).body).toMatchObject({
    data: { queued: 1 },
  });
  await runJobs(plumb.context);
  expect(far.received.map(({ to }) => to)).toEqual([[vera.email], [ben.email]]);
  expect((await list()).body).toMatchObject({ data: [], total: 0 });
});

test("more than 20 mails to a user in an hour wait for the daily mail", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, create, far } = project;
  for (let index = 0; index < 23; index += 1) await create(ada, { title: `Item ${index}`, assignedTo: ben.id });
  await runUntilSent(plumb, 0);
  expect(far.received).toHaveLength(20);
  const waiting = "select count(*)::integer as count from notification where mail = 'daily'";
  expect(await readRows(plumb.context.db, waiting)).toEqual([{ count: 3 }]);
  later(plumb, 3601);
  await create(ada, { title: "An hour later", assignedTo: ben.id });
  await runUntilSent(plumb, 0);
  expect(far.received).toHaveLength(21);
});

test("mails that fail for three days are stopped, administrators are notified, and saving the connector starts them again", async () => {
  await using plumb = await createTestApp();
  let isDown = false;
  await using project = await mailedProject(plumb, {
    onConnect(_session, done) {
      done(isDown ? Object.assign(new Error("Closed"), { responseCode: 421 }) : null);
    },
  });
  const { admin, ada, ben, create, far, told } = project;
  isDown = true;
  await create(ada, { title: "Lost", assignedTo: ben.id });
  await runUntilSent(plumb, 80);
  expect(await readRows(plumb.context.db, "select state from outbox_destination where kind = 'mail'")).toEqual([
    { state: "disabled" },
  ]);
  expect((await told(admin as Person)).at(-1)?.title).toBe("Emails to people were stopped");
  isDown = false;
  await connectMail(plumb, admin.token, far);
  await create(ada, { title: "Sent", assignedTo: ben.id });
  await runJobs(plumb.context);
  expect(far.received.map(({ message }) => message.subject)).toEqual(["Sent (Shop)"]);
});

test("the button of mail programs ends the emails of a group, and a program that only checks the link changes nothing", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, create, choose, far } = project;
  await create(ada, { assignedTo: ben.id });
  const https = { ...plumb.context, publicUrl: () => "https://plumb.test" };
  await runJobs(https);
  const headers = new Map(far.received[0]?.message.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const path =
    /^<https:\/\/plumb\.test(\/api\/unsubscribe\/\S+)>$/.exec(headers.get("list-unsubscribe") ?? "")?.[1] ?? "";
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const post = (url: string, payload: string) => plumb.app.inject({ method: "POST", url, headers: form, payload });
  const assigned = async () => (await choose(ben, {})).body.data.profile.mailChoices;

  const get = await plumb.app.inject({ method: "GET", url: path });
  expect([get.statusCode, get.headers["location"]]).toEqual([302, "/profile#notifications"]);
  expect((await post(path, "")).statusCode).toBe(400);
  expect((await post(`${path}x`, "List-Unsubscribe=One-Click")).statusCode).toBe(403);
  expect((await assigned()).assigned).toBe("at-once");
  expect((await post(path, "List-Unsubscribe=One-Click")).statusCode).toBe(200);
  expect(await assigned()).toMatchObject({ assigned: "off", watched: "daily" });
  await create(ada, { assignedTo: ben.id });
  await runJobs(https);
  expect(far.received).toHaveLength(1);
});

test("without HTTPS, the header has a link, but no button for one click", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  await project.create(project.ada, { assignedTo: project.ben.id });
  await runJobs(plumb.context);
  const keys = project.far.received[0]?.message.headers.map(({ key }) => key);
  expect(keys).toContain("list-unsubscribe");
  expect(keys).not.toContain("list-unsubscribe-post");
});

test("a server that refuses a recipient for now delays nothing else, and gets the mail later", async () => {
  await using plumb = await createTestApp();
  let refusals = 2;
  await using project = await mailedProject(plumb, {
    onRcptTo({ address }, _session, done) {
      const isRefused = address.startsWith("ben") && refusals > 0;
      if (isRefused) refusals -= 1;
      done(isRefused ? Object.assign(new Error("Greylisted"), { responseCode: 450 }) : null);
    },
  });
  const { ada, ben, vera, create, far } = project;
  await create(ada, { title: "First", assignedTo: ben.id });
  await create(ada, { title: "Second", assignedTo: vera.id });
  await runJobs(plumb.context);
  expect(far.received.map(({ to }) => to)).toEqual([[vera.email]]);
  await runUntilSent(plumb, 2);
  expect(far.received.map(({ to }) => to)).toEqual([[vera.email], [ben.email]]);
});

test("a stored address that is none, and a title with line breaks, block nothing", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, vera, create, far } = project;
  await runStatement(plumb.context.db, `update user_account set email = 'ben at example' where id = ${ben.id}`);
  await create(ada, { title: "First", assignedTo: ben.id });
  await create(ada, { title: "Second\r\nBcc: eve@example.test\r\n\r\nHello", assignedTo: vera.id });
  await runJobs(plumb.context);
  expect(far.received.map(({ to, message }) => [to, message.subject, message.bcc])).toEqual([
    [[vera.email], "Second Bcc: eve@example.test Hello (Shop)", undefined],
  ]);
  expect(
    await readRows(plumb.context.db, "select status, attempts from outbox_delivery where kind = 'mail' order by id"),
  ).toEqual([
    { status: "failed", attempts: 1 },
    { status: "delivered", attempts: 1 },
  ]);
});

test("reminders of due dates are mailed by the choice of the user, each once", async () => {
  await using plumb = await createTestApp();
  await using project = await mailedProject(plumb);
  const { ada, ben, create, choose, far } = project;
  await choose(ben, { assigned: "off", due: "at-once" });
  await create(ada, { assignedTo: ben.id, dueDate: "2026-03-05" });
  await create(ada, { title: "Mine", dueDate: "2026-03-05" });
  for (const time of ["2026-03-04T10:00:00Z", "2026-03-04T10:15:00Z", "2026-03-06T10:00:00Z"]) {
    plumb.time.now = new Date(time);
    await remindOfDueDates(plumb.context, () => false);
    await runJobs(plumb.context);
  }
  // Ada did not choose immediate emails.
  expect(far.received.map(({ to }) => to.join())).toEqual([ben.email, ben.email]);
  expect(far.received.map(({ message }) => [message.subject, message.text?.split("\n")[0]])).toEqual([
    ["Checkout is slow (Shop)", "“Checkout is slow” is due tomorrow"],
    ["Re: Checkout is slow (Shop)", "“Checkout is slow” is overdue"],
  ]);
});
