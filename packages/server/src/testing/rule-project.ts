import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import type { NotificationRule, RulePreview } from "@plumb/contract/integrations/notification-rules.ts";
import { runJobs } from "#jobs/engine.ts";
import { queueProjectMessages } from "#senders/rules/queue-messages.ts";
import { readRows } from "./database.ts";
import { call, seedProject, send, type TestApp } from "./app.ts";
import { createSlackFake } from "#testing/fakes/chat.ts";
import { startFakeService } from "./fake-service.ts";
import { later } from "./outbox.ts";
import { junit } from "./reports.ts";

/**
 * Connects a project with a Slack channel: behind an incoming webhook, or with a bot, which has threads.
 *
 * @param seeded The project; a new one by default.
 */
export async function startRules(
  plumb: TestApp,
  seeded?: Awaited<ReturnType<typeof seedProject>>,
  access: "bot" | "webhook" = "webhook",
) {
  const { state, respond } = createSlackFake("xoxb-bot");
  const slack = await startFakeService(respond);
  const { token, projectId, key } = seeded ?? (await seedProject(plumb));
  const values =
    access === "bot"
      ? { botToken: "xoxb-bot", apiUrl: `${slack.url}/api/` }
      : { webhookUrl: `${slack.url}/services/T1/B1/x` };
  await call(plumb, "PUT", "/api/settings", { token, body: { notifications: { slack: true } } });
  await call(plumb, "PUT", "/api/connectors/slack", { token, body: { values, places: ["#qa"] } });
  const base = `/api/projects/${projectId}`;
  const body = { connector: "slack", owner: "server", offer: "channel", values: { channel: "#qa" } };
  const created = await call<{ data: { binding: Binding } }>(plumb, "POST", `${base}/bindings`, { token, body });
  const bindingId = created.body.data.binding.id;
  state.posts.splice(0);
  /** Sends a report and runs all jobs about it. */
  const upload = async (report: string, build: string, query: Record<string, string> = {}) => {
    await send(plumb, key, { "a.xml": report }, { build, suite: "api", ...query });
    let waiting = 1;
    for (let round = 0; waiting > 0; round += 1) {
      if (round > 100) throw new Error("The jobs of the run do not end.");
      later(plumb, 1);
      await runJobs(plumb.context);
      const [row] = await readRows<{ count: number }>(
        plumb.context.db,
        "select count(*) as count from job where kind in ('run-judged', 'gather-failures', 'send-run-messages', 'send-deliveries')",
      );
      waiting = row?.count ?? 0;
    }
  };
  return {
    token,
    key,
    projectId,
    base,
    state,
    preview: async (rule: object) =>
      (await call<{ data: RulePreview }>(plumb, "POST", `${base}/notification-rules/preview`, { token, body: rule }))
        .body.data,
    addRule: async (rule: object) => {
      const sent = { name: "Rule", bindingId, ...rule };
      return (
        await call<{ data: NotificationRule }>(plumb, "POST", `${base}/notification-rules`, { token, body: sent })
      ).body.data;
    },
    rules: async () =>
      (await call<{ data: NotificationRule[] }>(plumb, "GET", `${base}/notification-rules`, { token })).body.data,
    upload,
    run: async (build: string, failing: Record<string, string>, query: Record<string, string> = {}) => {
      later(plumb, 60);
      const cases = ["adds", "pays"].map((name) =>
        failing[name] === undefined ? (["cart", name] as const) : (["cart", name, failing[name]] as const),
      );
      await upload(junit(cases), build, query);
    },
    /** Runs the job for messages that do not belong to a run as two servers do, and again. */
    tick: async () => {
      for (let round = 0; round < 2; round += 1) {
        const signal = AbortSignal.timeout(60_000);
        await Promise.all([queueProjectMessages(plumb.context, signal), queueProjectMessages(plumb.context, signal)]);
        await runJobs(plumb.context);
      }
    },
    [Symbol.asyncDispose]: () => slack[Symbol.asyncDispose](),
  };
}

export type RuleProject = Awaited<ReturnType<typeof startRules>>;

/** Headers of the posted messages. */
export const titles = ({ state }: RuleProject) =>
  state.posts.map(({ text }) => (JSON.parse(text) as { text: { text: string } }[])[0]?.text.text);

/** Runs in which causes are new, return and are fixed. */
export const story = async ({ run }: RuleProject) => {
  await run("b1", {});
  await run("b2", { pays: "Error: the bank refused the card" });
  await run("b3", { pays: "Error: the bank refused the card", adds: "TypeError: cart is undefined" });
  await run("b4", {});
  await run("b5", { adds: "TypeError: cart is undefined" }, { branch: "feature/x" });
  await run("b6", { adds: "TypeError: cart is undefined" });
};
export const everything = { events: ["run.finished", "run.failed", "run.recovered", "cause.new", "cause.returned"] };
