import type { SentInvitation } from "@plumb/contract/people/invitations.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { startMailServer } from "#testing/mail-server.ts";

interface Reply {
  readonly data: SentInvitation;
}

test("an invitation is mailed, with its link and expiry", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  await using far = await startMailServer();
  await connectMail(plumb, token, far);
  await call(plumb, "PUT", "/api/settings", { token, body: { brandName: "Checks" } });
  const body = { email: "ada@example.test", projectId, projectRoleId: 4 };
  const sent = await call<Reply>(plumb, "POST", "/api/invitations/create", { token, body });
  const { mail, mailProblem, link, invitation } = sent.body.data;
  expect([mail, mailProblem]).toEqual(["sent", null]);
  expect(far.received).toMatchObject([
    {
      to: ["ada@example.test"],
      message: {
        from: { address: "plumb@example.test", name: "Checks" },
        subject: "Invitation to Shop on Checks",
      },
    },
  ]);
  const { text = "", html = "" } = far.received[0]?.message ?? {};
  for (const part of [text, html]) {
    expect(part).toContain(link);
    expect(part).toContain("admin@example.test invited you to the project Shop on Checks");
    expect(part).toContain("11 March 2026 at 10:00 UTC");
  }
  const accepted = await call(plumb, "POST", `/api/invitations/${/accept-invitation\/(\S+)/.exec(text)?.[1]}/accept`, {
    body: { name: "Ada", password: "secret staple" },
  });
  expect(accepted.status).toBe(200);
  const again = await call<Reply>(plumb, "POST", `/api/invitations/${invitation.id}/resend`, { token });
  expect(again.status).toBe(409);
});

test("an invitation whose mail fails is kept, with the reason and advice", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const far = await startMailServer();
  await connectMail(plumb, token, far);
  await far[Symbol.asyncDispose]();
  const sent = await call<Reply>(plumb, "POST", "/api/invitations/create", {
    token,
    body: { email: "ada@example.test", roleId: 1 },
  });
  expect(sent).toMatchObject({
    status: 200,
    body: {
      data: {
        mail: "failed",
        mailProblem: `The invitation was created, but the email could not be sent: 127.0.0.1:${far.port} refused the connection: nothing is listening there. Copy the link and send it yourself.`,
      },
    },
  });
  const list = await call<{ data: unknown[] }>(plumb, "GET", "/api/invitations/list", { token });
  expect(list.body.data).toHaveLength(1);
});

test("without an enabled email connector no mail is sent", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startMailServer();
  await connectMail(plumb, token, far);
  await call(plumb, "PUT", "/api/connectors/email/disabled", { token, body: { disabled: true } });
  const body = { email: "ada@example.test", roleId: 1 };
  const sent = await call<Reply>(plumb, "POST", "/api/invitations/create", { token, body });
  expect(sent.body.data).toMatchObject({ mail: "not_configured", mailProblem: null });
  expect(far.received).toEqual([]);
});
