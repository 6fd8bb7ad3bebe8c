import { type Client, createClient } from "@plumb/client/client.ts";
import { readSettings, updateSettings } from "@plumb/contract/administration/settings.ts";
import { register } from "@plumb/contract/people/auth.ts";
import { briefServerFlags } from "../scripts/server-flags.mjs";
import { demoAccount } from "../packages/server/src/api/public-config/demo-account.ts";
import { killOnExit } from "../packages/server/src/testing/kill-on-exit.ts";
import { mainFile, type ServerProcess, startServerProcess } from "../packages/server/src/testing/server-process.ts";

/** A server on an empty data folder, in its own process. */
export interface EmptyDemo {
  readonly server: ServerProcess;
  /** Signed in with the demo account, which is the administrator. */
  readonly client: Client;
}

/** Starts a server on an empty data folder, with the account and the settings of `--demo`. */
export async function startEmptyDemo(env: NodeJS.ProcessEnv): Promise<EmptyDemo> {
  const server = await startServerProcess([process.execPath, ...briefServerFlags, mainFile], {
    env,
    onSpawn: (child) => killOnExit(child, "SIGTERM"),
  });
  const anybody = createClient({ baseUrl: server.url, token: () => null });
  const { token } = await anybody.call(register, { body: demoAccount });
  const client = createClient({ baseUrl: server.url, token: () => token });
  const { version } = (await client.call(readSettings)).data;
  await client.call(updateSettings, { body: { version, signUp: "open" } });
  return { server, client };
}
