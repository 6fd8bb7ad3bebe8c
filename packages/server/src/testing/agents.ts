import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { runJobs } from "#jobs/engine.ts";
import { call, seedProject, send, type TestApp } from "./app.ts";
import { junit } from "./reports.ts";

type Scope = "ingest" | "read" | "triage";

/** Creates a key with the name "coding agent". */
export async function createAgentKey(
  plumb: TestApp,
  { token, projectId }: { readonly token: string; readonly projectId: number },
  scopes: readonly Scope[],
): Promise<string> {
  const made = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "coding agent", scopes },
  });
  return made.body.data.key;
}

/** Starts a server with a red run, and returns functions that connect agents. */
export async function startAgents(
  plumb: TestApp,
  errors: Record<string, string> = { pays: "TimeoutError: #pay was not visible" },
) {
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  const { token, projectId, key } = await seedProject(plumb);
  const run = async (build: string, failing: Record<string, string>) => {
    plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
    const names = new Set(["adds", "pays", ...Object.keys(failing)]);
    const cases = [...names].map((name) =>
      failing[name] === undefined ? (["cart", name] as const) : (["cart", name, failing[name]] as const),
    );
    await send(plumb, key, { "a.xml": junit(cases) }, { build, suite: "api" });
    await runJobs(plumb.context);
  };
  await run("b1", {});
  await run("b2", errors);
  const keyWith = (...scopes: Scope[]) => createAgentKey(plumb, { token, projectId }, scopes);
  return {
    address,
    token,
    projectId,
    run,
    keyWith,
    /** Connects the official client with a key or a session token. */
    connect: (secret: string) => connectAgent(address, secret),
  };
}

/** Connects the official client with a key or a session token. */
export async function connectAgent(address: string, secret: string) {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${secret}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }));
  return {
    client,
    use: async (name: string, input: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: input });
      const [first] = content as { type: string; text: string }[];
      return { text: first?.text ?? "", isError };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
/** Returns the first number after these words. */
export const numberAfter = (text: string, words: string) => Number(new RegExp(`${words} (\\d+)`).exec(text)?.[1]);
