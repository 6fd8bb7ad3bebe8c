import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import { expect, test } from "vitest";
import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import type { Message } from "#connectors/message.ts";
import { runJobs } from "#jobs/engine.ts";
import type { ChannelOperation } from "./channel-handler.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { readRows } from "#testing/database.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { runUntilSent } from "#testing/outbox.ts";

async function mailList(plumb: TestApp, addresses: string, options?: Parameters<typeof startMailServer>[0]) {
  const far = await startMailServer(options);
  const { token, projectId } = await seedProject(plumb);
  await connectMail(plumb, token, far);
  await call(plumb, "PUT", "/api/settings", { token, body: { brandName: "Acme QA" } });
  const created = await call<{ data: { binding: Binding } }>(plumb, "POST", `/api/projects/${projectId}/bindings`, {
    token,
    body: { connector: "email", owner: "server", offer: "channel", values: { addresses } },
  });
  const { id } = created.body.data.binding;
  far.received.length = 0;
  return {
    far,
    token,
    projectId,
    /** Queues a message about a subject. */
    queue: (subject: string | null, title: string) =>
      plumb.context.db.transaction().execute(async (transaction) => {
        const content: ChannelOperation = { subject, message: { ...message, title } };
        await queueForBinding(
          transaction,
          { projectId, id, offer: "channel" },
          { event: "message", key: title, runId: null, content, now: plumb.time.now },
        );
      }),
    log: () =>
      readRows(
        plumb.context.db,
        "select status, attempts, error from outbox_delivery where kind = 'channel' order by id",
      ),
    [Symbol.asyncDispose]: () => far[Symbol.asyncDispose](),
  };
}

const message: Message = {
  title: "New cause: Pay button hidden",
  url: "http://plumb.test/defects?group=7",
  tone: "failure",
  facts: [{ label: "Branch", value: "main" }],
  blocks: [{ kind: "code", text: "TimeoutError: #pay <hidden>" }],
  actions: [{ label: "Open the cause", url: "http://plumb.test/defects?group=7&project=1" }],
  footer: "2 known failures are not listed.",
};

test("a message of a rule is one mail to all addresses, with the brand name", async () => {
  await using plumb = await createTestApp();
  await using list = await mailList(plumb, "qa@example.test, ada@example.test");
  await list.queue(null, message.title);
  await runJobs(plumb.context);
  expect(list.far.received).toHaveLength(1);
  expect(list.far.received[0]).toMatchObject({
    to: ["qa@example.test", "ada@example.test"],
    message: { subject: "New cause: Pay button hidden", from: { address: "plumb@example.test", name: "Acme QA" } },
  });
  const text = list.far.received[0]?.message.text?.replace(/(unsubscribe-channel)\/\S+/, "$1/…");
  expect(text?.trim()).toBe(`New cause: Pay button hidden

Branch: main

    TimeoutError: #pay <hidden>

Open the cause:
http://plumb.test/defects?group=7&project=1

2 known failures are not listed.

Unsubscribe:
http://plumb.test/api/unsubscribe-channel/…

-- 
Acme QA`);
  expect(list.far.received[0]?.message.html).toContain("<pre><code>TimeoutError: #pay &lt;hidden&gt;</code></pre>");
});

test("recipients unsubscribe without an account, and cannot be entered again", async () => {
  await using plumb = await createTestApp();
  await using list = await mailList(plumb, "qa@example.test, Ada@example.test");
  const { far, token, projectId } = list;
  await list.queue(null, "First");
  await runJobs(plumb.context);
  const headers = new Map(far.received[0]?.message.headers.map(({ key, value }) => [key, value]));
  const [, path = ""] =
    /^<http:\/\/plumb\.test(\/api\/unsubscribe-channel\/\S+)>$/.exec(headers.get("list-unsubscribe") ?? "") ?? [];
  const page = await plumb.app.inject(path);
  expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.body).toContain('<form method="post">');
  const leave = async (address: string, url = path) => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const payload = new URLSearchParams({ address }).toString();
    return plumb.app.inject({ method: "POST", url, headers: form, payload });
  };
  expect((await leave("ada@example.test", `${path}x`)).statusCode).toBe(403);
  const left = await leave("ada@example.test");
  const unknown = await leave("<b>eve@example.test");
  expect(left.body.replace("ada@", "…")).toBe(unknown.body.replace("&lt;b&gt;eve@", "…"));
  far.received.length = 0;
  await list.queue(null, "Second");
  await runJobs(plumb.context);
  expect(far.received.map(({ to }) => to)).toEqual([["qa@example.test"]]);

  const add = (addresses: string) =>
    call(plumb, "POST", `/api/projects/${projectId}/bindings`, {
      token,
      body: { connector: "email", owner: "server", offer: "channel", values: { addresses } },
    });
  expect(await add("new@example.test, ADA@example.test")).toMatchObject({
    status: 400,
    body: { fields: { "values.addresses": "ada@example.test has unsubscribed from the emails of this project" } },
  });
  expect((await add("eve@example.test")).status).toBe(200);
  await leave("QA@example.test");
  const bindings = await call<{ data: Binding[] }>(plumb, "GET", `/api/projects/${projectId}/bindings`, { token });
  expect(bindings.body.data[0]).toMatchObject({ enabled: false, problem: "All recipients have unsubscribed." });
  const audit = await call<{ data: object[] }>(plumb, "GET", "/api/audit?action=binding.changed", { token });
  expect(audit.body.data[0]).toMatchObject({
    actorId: null,
    actorEmail: "QA@example.test",
    detail: { unsubscribed: "QA@example.test" },
  });
});

test("mails about a cause belong to one thread, even if the first one was sent again", async () => {
  await using plumb = await createTestApp();
  let refusals = 0;
  await using list = await mailList(plumb, "qa@example.test", {
    onMailFrom(_address, _session, done) {
      refusals -= 1;
      done(refusals >= 0 ? Object.assign(new Error("Try later"), { responseCode: 451 }) : null);
    },
  });
  refusals = 1;
  await list.queue("cause:7", "New cause: Pay button hidden");
  await list.queue("cause:7", "Back: Pay button hidden");
  await list.queue("cause:8", "New cause: Cart is empty");
  await runUntilSent(plumb, 1);
  const [first, reply, other] = list.far.received.map(({ message: mail }) => mail);
  expect([first, other].map((mail) => [mail?.subject, mail?.inReplyTo])).toEqual([
    ["New cause: Pay button hidden", undefined],
    ["New cause: Cart is empty", undefined],
  ]);
  expect(reply).toMatchObject({
    subject: "Re: New cause: Pay button hidden",
    inReplyTo: first?.messageId,
    references: first?.messageId,
  });
  expect(reply?.text).toMatch(/^Back: Pay button hidden\n/);
  expect(await list.log()).toMatchObject([{ attempts: 2 }, { attempts: 1 }, { attempts: 1 }]);
});

test("if some addresses are rejected, the others receive the mail once", async () => {
  await using plumb = await createTestApp();
  let isRemoved = false;
  await using list = await mailList(plumb, "qa@example.test, gone@example.test", {
    onRcptTo({ address }, _session, done) {
      const isRejected = isRemoved && address.startsWith("gone");
      done(isRejected ? Object.assign(new Error("No such user"), { responseCode: 550 }) : null);
    },
  });
  isRemoved = true;
  await list.queue(null, "Once");
  await runUntilSent(plumb, 24);
  expect(list.far.received.map(({ to }) => to)).toEqual([["qa@example.test"]]);
  expect(await list.log()).toEqual([
    {
      status: "failed",
      attempts: 1,
      error: "The mail server rejected gone@example.test. All other addresses received the email.",
    },
  ]);
});
