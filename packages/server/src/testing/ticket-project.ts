import type { Context } from "#core/context.ts";
import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { runJobs } from "#jobs/engine.ts";
import { readConnectionTickets } from "#jobs/handlers/read-tickets.ts";
import { queueReadings } from "#tickets/read-tickets.ts";
import { call, seedProject, send, type TestApp } from "./app.ts";
import { readRows } from "./database.ts";
import { createGithubFake } from "./fakes/github.ts";
import type { FakeIssue } from "./fakes/github-state.ts";
import { startFakeService } from "./fake-service.ts";
import { later } from "./outbox.ts";
import { junit } from "./reports.ts";

const secret = "ghp_secret1";

/** Creates a project with a connection to a fake of GitHub. `trouble` replaces its answers while it is set. */
export async function startTicketProject(plumb: TestApp, values: Record<string, string> = {}) {
  const { state, respond } = createGithubFake(secret, () => plumb.time.now);
  const labels: string[] = [];
  const shop = { hasIssues: true, labels, issues: [] as FakeIssue[] };
  state.repositories.set("octo/shop", shop);
  const problem: { status: number | null; afterwards: boolean } = { status: null, afterwards: false };
  const github = await startFakeService((request) => {
    const isUntouched = problem.afterwards && request.method === "GET";
    if (problem.status === null || isUntouched) return respond(request);
    // The change is made, but its response is lost.
    if (problem.afterwards) respond(request);
    return { status: problem.status, body: { message: "Bad gateway" } };
  });
  const { token, projectId, key } = await seedProject(plumb);
  await call(plumb, "PUT", "/api/connectors/github", {
    token,
    body: { values: { apiUrl: github.url, token: secret }, places: ["octo/shop"] },
  });
  const body = {
    connector: "github",
    owner: "server",
    offer: "tracker",
    values: { repository: "octo/shop", ...values },
  };
  const created = await call<{ data: { binding: Binding } }>(plumb, "POST", `/api/projects/${projectId}/bindings`, {
    token,
    body,
  });
  const base = `/api/analysis/projects/${projectId}`;
  return {
    token,
    projectId,
    key,
    trouble: problem,
    labels,
    received: github.received,
    issues: () => state.repositories.get("octo/shop")?.issues ?? [],
    bindingId: created.body.data.binding.id,
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- like `call`, the caller knows the response
    api: async <Data>(method: "GET" | "POST" | "DELETE", path: string, sent?: object) =>
      call<{ data: Data; error?: string }>(plumb, method, base + path, {
        token,
        ...(sent !== undefined && { body: sent }),
      }),
    /** Uploads a run in which these tests fail with the text. */
    run: async (build: string, failing: Record<string, string>, query: Record<string, string> = {}) => {
      later(plumb, 60);
      const cases = ["adds", "pays"].map((name) =>
        failing[name] === undefined ? (["cart", name] as const) : (["cart", name, failing[name]] as const),
      );
      await send(plumb, key, { "a.xml": junit(cases) }, { build, suite: "api", ...query });
      await runJobs(plumb.context);
    },
    groups: async () =>
      (
        await readRows<{ id: number }>(
          plumb.context.db,
          `select id from failure_group where merged_into is null order by id`,
        )
      ).map(({ id }) => id),
    /** Lets the job read the tickets. */
    read: async () => {
      later(plumb, 600);
      await runJobs(plumb.context);
      await readDueTickets(plumb.context);
    },
    [Symbol.asyncDispose]: () => github[Symbol.asyncDispose](),
  };
}

/** Reads the tickets of all connections that are due. */
export async function readDueTickets(context: Context): Promise<void> {
  await queueReadings(context);
  await runJobs(context, [readConnectionTickets]);
}

export type TicketProject = Awaited<ReturnType<typeof startTicketProject>>;

export async function ticketsOf({ api }: TicketProject, groupId: number): Promise<Ticket[]> {
  return (await api<Ticket[]>("GET", `/tickets?groupIds=${groupId}`)).body.data;
}
