import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient, type Client } from "@plumb/client/client.ts";
import { login, register } from "@plumb/contract/people/auth.ts";
import { acceptInvitation, createInvitation, listInvitationRoles } from "@plumb/contract/people/invitations.ts";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { createProject } from "@plumb/contract/projects/projects.ts";
import { type Page, test as base } from "@playwright/test";
import { briefServerFlags } from "../scripts/server-flags.mjs";
import { prepareFolder } from "./prepared-folder.ts";

export const admin = { email: "ada.lovelace@example.org", password: "correct horse" } as const;

interface Product {
  readonly address: string;
}

/** Product with an administrator and a project, which were created through the public API. */
export interface SeededProduct extends Product {
  readonly client: Client;
  readonly token: string;
  readonly projectId: number;
}

interface WorkerFixtures {
  /** Tests with different names run on different servers. A file that needs an empty database sets its own name. */
  database: string;
  /** If true, the server starts with an existing database, as after a restart. If false, it starts without one, as on a first start. */
  prepared: boolean;
  product: Product;
  seeded: SeededProduct;
}

export const test = base.extend<object, WorkerFixtures>({
  database: ["shared", { option: true, scope: "worker" }],
  prepared: [true, { option: true, scope: "worker" }],
  product: [
    async ({ database, prepared }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `plumb-e2e-${database}-`));
      if (prepared) await prepareFolder(folder);
      const { process: server, address } = await startServer(folder);
      await use({ address });
      await stopServer(server);
      await rm(folder, { recursive: true, force: true });
    },
    // Allows for the first start of a database on a busy machine.
    { scope: "worker", timeout: 180_000 },
  ],
  seeded: [
    async ({ product }, use) => {
      let token: string | null = null;
      const client = createClient({ baseUrl: product.address, token: () => token });
      const account = await client.call(register, { body: { username: admin.email, ...admin } });
      token = account.token;
      const { data: project } = await client.call(createProject, {
        body: { name: "Storefront", description: "The shop as customers see it", type: "playwright" },
      });
      await use({ ...product, client, token, projectId: project.id });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ product }, use) => use(product.address),
});

/** Uploads one file and returns the id of its report. */
export async function uploadReport(
  { client, projectId }: SeededProduct,
  query: {
    filename: string;
    suite: string;
    branch?: string;
    commit?: string;
    environment?: string;
    build?: string;
    startedAt?: string;
    tag?: string[];
    fact?: string[];
  },
  content: string,
): Promise<number> {
  const { data } = await client.call(upload, {
    query: { projectId, ...query },
    body: content,
    headers: { "content-type": "application/octet-stream" },
  });
  const [run] = Array.isArray(data) ? data : [data];
  if (run === undefined) throw new Error("The upload made no report");
  return run.reportId;
}

/** Opens pages with an existing session. */
export async function signedIn(page: Page, { token }: SeededProduct): Promise<void> {
  await page.addInitScript((value) => {
    // Set only once, so that signing out remains effective.
    if (sessionStorage.getItem("seeded") !== null) return;
    sessionStorage.setItem("seeded", "yes");
    localStorage.setItem("token", value);
  }, token);
}

/** Creates a user who accepted an invitation to the project, with a session. */
export async function invitedMember(
  seeded: SeededProduct,
  email: string,
  role: "LEAD" | "VIEWER",
): Promise<SeededProduct> {
  const { client, projectId, address } = seeded;
  const roles = await client.call(listInvitationRoles, { query: { scope: "project" } });
  const projectRoleId = roles.data.find(({ key }) => key === role)?.id ?? 0;
  const { data } = await client.call(createInvitation, { body: { email, projectId, projectRoleId } });
  const token = data.link.split("/").at(-1) ?? "";
  const visitor = createClient({ baseUrl: address, token: () => null });
  await visitor.call(acceptInvitation, {
    params: { token },
    body: { name: "Grace Hopper", password: "secret staple" },
  });
  const session = await visitor.call(login, { body: { username: email, password: "secret staple" } });
  return { ...seeded, token: session.token };
}

/** Creates a project for one test and selects it on the page, so that the test sees only its own reports. */
export async function ownProject(page: Page, seeded: SeededProduct, name: string): Promise<SeededProduct> {
  const { data: project } = await seeded.client.call(createProject, {
    body: { name, description: `For ${name}`, type: "playwright" },
  });
  await page.addInitScript((id) => localStorage.setItem("selectedProjectId", id), String(project.id));
  return { ...seeded, projectId: project.id };
}

/** Starts a server with command line arguments. Uses a free port unless `settings` contain one. */
export async function startServer(
  folder: string,
  args: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ process: ChildProcess; address: string }> {
  const { PLUMB_ADMIN_EMAIL: _e, PLUMB_ADMIN_PASSWORD: _p, DATABASE_URL: _d, ...environment } = process.env;
  const server = spawn(process.execPath, [...briefServerFlags, resolve("packages/server/src/main.ts"), ...args], {
    env: {
      ...environment,
      PLUMB_PORT: "0",
      PLUMB_ARTIFACT_PORT: "0",
      PLUMB_HOST: "127.0.0.1",
      PLUMB_DATA_DIR: folder,
      // Tests simulate other servers at this address.
      PLUMB_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const address = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const match = /Address\s+(http:\S+)/.exec(printed);
      if (match?.[1] !== undefined) found(match[1]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", (code) => failed(new Error(`The server ended with code ${code}:\n${printed}`)));
  });
  return { process: server, address };
}

/** Stops a server and waits until its process has ended. */
export async function stopServer(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolveEnd) => {
    server.once("exit", resolveEnd);
  });
  server.kill("SIGTERM");
  await ended;
}
