import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import type { Ticket, TicketDraft } from "@plumb/contract/integrations/tickets.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { createJiraFake } from "#testing/fakes/jira.ts";
import { fourFields, pngOf } from "#testing/pictures.ts";
import { playwright } from "#testing/reports.ts";

/** Creates a project with a connection to a fake of Jira, and a failure with screenshots. */
async function startProject(plumb: TestApp, status: { ofUpload: number | null } = { ofUpload: null }) {
  const authorization = `Basic ${Buffer.from("ada@example.test:s3cret").toString("base64")}`;
  const { state, respond } = createJiraFake({ isCloud: true, authorization });
  const jira = await startFakeService((request) =>
    request.url.endsWith("/attachments") && status.ofUpload !== null
      ? { status: status.ofUpload, body: { errorMessages: ["The file is too large."], errors: {} } }
      : respond(request),
  );
  const { token, projectId, key } = await seedProject(plumb);
  const base = `/api/projects/${projectId}`;
  const account = { siteUrl: jira.url, deployment: "cloud", email: "ada@example.test", apiToken: "s3cret" };
  await call(plumb, "PUT", `${base}/connectors/jira`, { token, body: { values: account } });
  const created = await call<{ data: { binding: Binding } }>(plumb, "POST", `${base}/bindings`, {
    token,
    body: { connector: "jira", owner: "project", offer: "tracker", values: { projectKey: "SHOP", issueType: "Bug" } },
  });
  const png = await pngOf(fourFields(8, 8));
  const names = ["a", "b", "c", "d"];
  const tests = names.map((name) => ({
    title: `adds ${name}`,
    attempts: ["failed"] as const,
    screenshot: `${name}.png`,
  }));
  const files = Object.fromEntries(names.map((name) => [`results/${name}.png`, png]));
  await send(plumb, key, { "report.json": playwright(tests), ...files });
  await runJobs(plumb.context);
  const [group] = await readRows<{ id: number }>(plumb.context.db, "select id from failure_group order by id limit 1");
  const tickets = `/api/analysis/projects/${projectId}/tickets`;
  const bindingId = created.body.data.binding.id;
  const groupId = group?.id ?? 0;
  return {
    state,
    preview: async () =>
      (
        await call<{ data: { drafts: TicketDraft[]; attachesFiles: boolean } }>(plumb, "POST", `${tickets}/preview`, {
          token,
          body: { bindingId, subjects: [{ groupId }] },
        })
      ).body.data,
    push: async (screenshots: boolean) => {
      const body = { bindingId, tickets: [{ groupId, title: "Adding fails" }], screenshots };
      await call(plumb, "POST", tickets, { token, body });
      await runJobs(plumb.context);
      return (await call<{ data: Ticket[] }>(plumb, "GET", `${tickets}?groupIds=${groupId}`, { token })).body.data;
    },
    [Symbol.asyncDispose]: () => jira[Symbol.asyncDispose](),
  };
}

test("screenshots of the latest failures are attached to a new ticket, three at most", async () => {
  await using plumb = await createTestApp();
  await using project = await startProject(plumb);
  expect(await project.preview()).toMatchObject({ attachesFiles: true, drafts: [{ screenshots: 3 }] });
  expect(await project.push(true)).toMatchObject([{ state: "open", key: "SHOP-1", problem: null }]);
  expect(project.state.issues.map(({ attachments }) => attachments)).toEqual([
    Array(3).fill(expect.stringMatching(/^screenshot-\d+\.png$/)),
  ]);
});

test("without the choice, nothing is attached", async () => {
  await using plumb = await createTestApp();
  await using project = await startProject(plumb);
  expect(await project.push(false)).toMatchObject([{ state: "open" }]);
  expect(project.state.issues[0]?.attachments).toEqual([]);
});

test.for([401, 403, 413, 500])(
  "a ticket is created once although its screenshots are refused with %i",
  async (ofUpload) => {
    await using plumb = await createTestApp();
    await using project = await startProject(plumb, { ofUpload });
    expect(await project.push(true)).toMatchObject([
      {
        state: "open",
        key: "SHOP-1",
        problem: expect.stringMatching(/^The ticket was created without 3 screenshots: .*Jira/) as string,
      },
    ]);
    await runJobs(plumb.context);
    expect(project.state.issues).toHaveLength(1);
  },
);
