import { expect } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { type Reply, call, createTestApp, seedProject, send } from "./app.ts";
import { junit } from "./reports.ts";

const hour = 3_600_000;

export interface Listed<Data> {
  readonly data: Data;
  readonly total: number;
}

interface Changed<Data> {
  readonly data: Data;
  readonly error?: string;
}

/** Creates a project whose runs are one hour apart. */
export async function failingProject() {
  const plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  let build = 0;
  const start = plumb.time.now.getTime();
  return {
    plumb,
    key,
    projectId,
    token,
    /**
     * Uploads a run, by default one hour after the previous one, and collects its failures.
     *
     * @returns Id of the run.
     */
    async run(cases: Parameters<typeof junit>[0], query: Record<string, string> = {}): Promise<number> {
      build += 1;
      plumb.time.now = new Date(query["startedAt"] ?? start + build * hour);
      const sent = await send(
        plumb,
        key,
        { "r.xml": junit(cases) },
        { suite: "shop", build: String(build), startedAt: plumb.time.now.toISOString(), ...query },
      );
      await runJobs(plumb.context);
      plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
      return sent.body.data.reportId;
    },
    async get<Data>(path: string): Promise<Listed<Data>> {
      const url = `/api/analysis/projects/${projectId}/${path}`;
      const response = await call<Listed<Data>>(plumb, "GET", url, { token });
      expect(response.body).toMatchObject({ success: true });
      return response.body;
    },
    post: <Data>(path: string, body: unknown): Promise<Reply<Changed<Data>>> =>
      call<Changed<Data>>(plumb, "POST", `/api/analysis/${path}`, { token, body }),
    [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose](),
  };
}
