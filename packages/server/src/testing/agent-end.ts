import { createServerHome, type ServerHome, type ServerProcess } from "./process.ts";
import { createKeyAt, createProjectAt, signInAt } from "./remote.ts";

/** Disables the analytics of agents, which otherwise report each launch to their vendors. */
export const quiet = { REPORTPORTAL_CLIENT_JS_NO_ANALYTICS: "1" };

/** A server that an agent reports to. */
export interface AgentEnd {
  readonly home: ServerHome;
  readonly server: ServerProcess;
  /** Options in the format of an agent's configuration. */
  readonly options: Record<string, unknown> & { readonly apiKey: string; readonly endpoint: string };
  report(): Promise<object>;
  problems(): Promise<string[]>;
  /** Results by their last title. */
  results(): Promise<Map<string, ReadResult>>;
}

interface ReadResult {
  readonly titlePath: readonly string[];
  readonly attempts: readonly { readonly steps: readonly { title: string; depth: number; status: string }[] }[];
}

/** Starts a server with a project for an agent. */
export async function agentEnd(): Promise<AgentEnd> {
  const home = await createServerHome();
  const server = await home.start();
  const token = await signInAt(server);
  const projectId = await createProjectAt(server, token);
  const apiKey = await createKeyAt(server, token, projectId);
  const get = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { data: Data }).data;
  };
  return {
    home,
    server,
    options: {
      apiKey,
      endpoint: `${server.url}/api/v1`,
      project: "shop",
      launch: "web shop",
      attributes: [{ key: "branch", value: "main" }, { value: "nightly" }],
    },
    report: () => get("/api/reports/1"),
    async problems() {
      const problems = await get<{ severity: string; reason: string }[]>("/api/reports/1/problems");
      return problems.map(({ severity, reason }) => `${severity} ${reason}`);
    },
    async results() {
      const list = await get<{ id: number }[]>("/api/reports/1/results?limit=200");
      const results = new Map<string, ReadResult>();
      for (const { id } of list) {
        const result = await get<ReadResult>(`/api/reports/1/results/${id}`);
        results.set(result.titlePath.at(-1) as string, result);
      }
      return results;
    },
  };
}
