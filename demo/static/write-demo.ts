import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { type Client, createClient } from "@plumb/client/client.ts";
import { register } from "@plumb/contract/people/auth.ts";
import { addMember } from "@plumb/contract/projects/members.ts";
import { build } from "vite";
import { type RecordedSite, recordSite } from "./record-site.ts";
import { addressesOf, type Scope } from "./visits.ts";

interface WriteOptions {
  readonly browser: Browser;
  /** Server with open sign-up. */
  readonly address: string;
  /** Of an administrator. */
  readonly client: Client;
  readonly projectId: number;
  readonly scope: Scope;
  /** Replaced. */
  readonly folder: string;
}

/**
 * Writes a project as static files that a browser opens from disk: the app with the responses of the server. They are recorded for an account that may
 * only read, so the pages offer no changes.
 */
export async function writeStaticDemo(options: WriteOptions): Promise<RecordedSite> {
  const { browser, address, client, projectId, scope, folder } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    configFile: join(import.meta.dirname, "../../packages/web/vite.static-demo.config.ts"),
    logLevel: "error",
    build: { outDir: folder },
  });
  copyFileSync(join(import.meta.dirname, "index.html"), join(folder, "index.html"));
  copyFileSync(join(import.meta.dirname, "../../packages/web/public/favicon.svg"), join(folder, "favicon.svg"));
  const { token, userId } = await createReader(address);
  await client.call(addMember, { params: { projectId }, body: { userId, roleKey: "VIEWER" } });
  const addresses = await addressesOf(client, projectId, scope);
  return recordSite({ browser, address, token, addresses, folder });
}

async function createReader(address: string): Promise<{ readonly token: string; readonly userId: number }> {
  const anybody = createClient({ baseUrl: address, token: () => null });
  const account = { username: "reader", email: "reader@plumb.example", password: "plumb-reader" };
  const { token, user } = await anybody.call(register, { body: account });
  return { token, userId: user.id };
}
