import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { queueWeeklyMails } from "./queue-weekly.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { type Person, seedPerson } from "#testing/people.ts";
import { readPdf } from "#testing/read-pdf.ts";
import { junit } from "#testing/reports.ts";

const { signal } = new AbortController();

/** A project with two runs in week 9 of 2026, and one in week 8. */
async function weeklyProject(plumb: TestApp) {
  const far = await startMailServer();
  const { token, projectId, key } = await seedProject(plumb);
  await connectMail(plumb, token, far);
  const run = async (startedAt: string, isRed: boolean) => {
    const report = junit([["cart", "adds"], ["cart", "pays", ...(isRed ? ["no money"] : [])] as never]);
    const sent = await send(plumb, key, { "a.xml": report }, { build: startedAt, suite: "web", startedAt });
    expect(sent.status).toBeLessThan(300);
    await runJobs(plumb.context);
    while ((await countEndedRuns(plumb.context.db, 50)).runs > 0);
    await runJobs(plumb.context);
  };
  await run("2026-02-17T08:00:00Z", false);
  await run("2026-02-24T08:00:00Z", true);
  await run("2026-02-25T08:00:00Z", false);
  const person = async (name: string, zone: string): Promise<Person> => {
    const made = await seedPerson(plumb, name, { projectId });
    await runStatement(plumb.context.db, `update user_account set timezone = '${zone}' where id = ${made.id}`);
    return made;
  };
  const path = `/api/projects/${projectId}/weekly-report`;
  return {
    far,
    token,
    projectId,
    person,
    subscribe: (who: Person, subscribed = true) => call(plumb, "PUT", path, { token: who.token, body: { subscribed } }),
    at: async (time: string) => {
      plumb.time.now = new Date(time);
      await queueWeeklyMails(plumb.context, signal);
      await runJobs(plumb.context);
      return far.received.map(({ to, message }) => `${to.join()}: ${message.subject}`);
    },
    [Symbol.asyncDispose]: () => far[Symbol.asyncDispose](),
  };
}

const subject = "Shop: Week 9, 23 February to 1 March 2026";

test("the report of the last week is mailed on Monday at nine, with its metrics, lists and the PDF", async () => {
  await using plumb = await createTestApp();
  await using project = await weeklyProject(plumb);
  const { far, projectId, person, subscribe, at } = project;
  const ada = await person("ada", "UTC");
  await subscribe(ada);
  expect(await at("2026-03-01T12:00:00Z")).toEqual([]);
  expect(await at("2026-03-02T08:59:00Z")).toEqual([]);
  expect(await at("2026-03-02T09:00:00Z")).toEqual([`${ada.email}: ${subject}`]);
  const mail = far.received[0]?.message;
  const url = `http://plumb.test/trends/week?week=2026-W09&project=${projectId}`;
  expect(mail?.text).toMatch(
    /^Shop: Week 9, 23 February to 1 March 2026\n\nPass Rate: 75\.0% \(25\.0 points worse\)\n/,
  );
  expect(mail?.text).toContain("Total Runs: 2 (1 more)");
  expect(mail?.text).toContain("What got worse\n");
  expect(mail?.text).toContain(`Open the weekly report:\n${url}\n\nThe attached PDF has the complete report.`);
  expect(mail?.text).toMatch(/- “pays” fails: no money \(http:\/\/plumb\.test\/defects\?group=\d+&project=\d+\) — /);
  expect(mail?.html).toContain("<tr><th>Pass Rate</th><td>75.0% (25.0 points worse)</td></tr>");
  expect(mail?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ["plumb-Shop-2026-W09.pdf", "application/pdf"],
  ]);
  const pdf = readPdf(new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer));
  expect(pdf.pages[0]).toContain("Quality of the week");
  expect(await at("2026-03-02T10:00:00Z")).toHaveLength(1);
  expect(await at("2026-03-09T09:00:00Z")).toHaveLength(1);
});

test("each user gets it once on the Monday morning of their time zone, and a late server sends it until Wednesday", async () => {
  await using plumb = await createTestApp();
  await using project = await weeklyProject(plumb);
  const { person, subscribe, at } = project;
  const ada = await person("ada", "Asia/Tokyo");
  const ben = await person("ben", "America/New_York");
  for (const who of [ada, ben]) await subscribe(who);
  expect(await at("2026-03-01T23:59:00Z")).toEqual([]);
  expect(await at("2026-03-02T00:00:00Z")).toEqual([`${ada.email}: ${subject}`]);
  // Two servers.
  plumb.time.now = new Date("2026-03-03T15:00:00Z");
  await Promise.all([queueWeeklyMails(plumb.context, signal), queueWeeklyMails(plumb.context, signal)]);
  expect(await at("2026-03-03T15:00:00Z")).toEqual([`${ada.email}: ${subject}`, `${ben.email}: ${subject}`]);
  const vera = await person("vera", "America/New_York");
  await subscribe(vera);
  // Nine on Wednesday in New York.
  expect(await at("2026-03-04T14:00:00Z")).toHaveLength(2);
});

test("a mail connection sends it to its addresses, in the time zone of its creator", async () => {
  await using plumb = await createTestApp();
  await using project = await weeklyProject(plumb);
  const { token, projectId, far, at } = project;
  const add = (addresses: string, weeklyReport: string) =>
    call(plumb, "POST", `/api/projects/${projectId}/bindings`, {
      token,
      body: { connector: "email", owner: "server", offer: "channel", values: { addresses, weeklyReport } },
    });
  await runStatement(plumb.context.db, "update user_account set timezone = 'Europe/Berlin'");
  expect((await add("team@example.test, lead@example.test", "on")).status).toBe(200);
  expect((await add("other@example.test", "off")).status).toBe(200);
  far.received.length = 0;
  expect(await at("2026-03-02T07:59:00Z")).toEqual([]);
  expect(await at("2026-03-02T08:00:00Z")).toEqual([`team@example.test,lead@example.test: ${subject}`]);
  expect(far.received[0]?.message.attachments).toHaveLength(1);
  expect(await at("2026-03-02T09:00:00Z")).toHaveLength(1);
});

test("users who unsubscribed or lost access get none, even if it is queued", async () => {
  await using plumb = await createTestApp();
  await using project = await weeklyProject(plumb);
  const { projectId, person, subscribe, at } = project;
  const [ada, ben, vera] = [await person("ada", "UTC"), await person("ben", "UTC"), await person("vera", "UTC")];
  for (const who of [ada, ben, vera]) await subscribe(who);
  const list = await call(plumb, "GET", "/api/profile/weekly-reports", { token: ada.token });
  expect(list.body).toMatchObject({ data: [{ id: projectId, name: "Shop" }], mailState: "on" });
  await subscribe(ada, false);
  plumb.time.now = new Date("2026-03-02T09:00:00Z");
  await queueWeeklyMails(plumb.context, signal);
  await subscribe(ben, false);
  await runStatement(plumb.context.db, `delete from membership where user_id = ${vera.id}`);
  expect(await at("2026-03-02T09:05:00Z")).toEqual([]);
  expect(
    await readRows(plumb.context.db, "select response_body from outbox_delivery where kind = 'mail' order by id"),
  ).toEqual([
    { response_body: "Not sent: the person unsubscribed." },
    { response_body: "Not sent: the person has no access to the project." },
  ]);
  expect((await subscribe(vera)).status).toBe(404);
});

test("if the PDF cannot be created, the mail contains a sentence about it", async () => {
  await using plumb = await createTestApp();
  await using project = await weeklyProject(plumb);
  const { far, person, subscribe } = project;
  await subscribe(await person("ada", "UTC"));
  plumb.time.now = new Date("2026-03-02T09:00:00Z");
  await queueWeeklyMails(plumb.context, signal);
  const broken = { ...plumb.context.threads, begin: () => Promise.reject(new Error("no thread")) };
  await runJobs({ ...plumb.context, threads: broken });
  expect(far.received[0]?.message.attachments).toEqual([]);
  expect(far.received[0]?.message.text).toContain("The PDF could not be created. The page has the complete report");
});
