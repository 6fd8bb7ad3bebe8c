import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@plumb/client/client.ts";
import { publicConfig } from "@plumb/contract/administration/public-config.ts";
import { login } from "@plumb/contract/people/auth.ts";
import { test as base } from "@playwright/test";
import { startServer, stopServer } from "./product.ts";

/** Product with a complete demo project. */
export const test = base.extend<object, { demo: { readonly address: string; readonly token: string } }>({
  demo: [
    async ({ browserName: _browser }, use) => {
      const folder = await mkdtemp(join(tmpdir(), "plumb-e2e-demo-"));
      const { process: server, address } = await startServer(folder, ["--demo"]);
      const client = createClient({ baseUrl: address, token: () => null });
      const { demo } = (await client.call(publicConfig)).data;
      const body = { username: demo?.email ?? "", password: demo?.password ?? "" };
      const { token } = await client.call(login, { body });
      await use({ address, token });
      await stopServer(server);
      await rm(folder, { recursive: true, force: true });
    },
    // The demo prepares three months of history if no earlier start has.
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.address),
});
