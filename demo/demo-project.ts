import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@plumb/client/client.ts";
import { defaultBackoff, retry } from "@plumb/client/retry.ts";
import { publicConfig } from "@plumb/contract/administration/public-config.ts";
import { login } from "@plumb/contract/people/auth.ts";
import { upload, type UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { ReportFile } from "./reports/report-file.ts";
import { uploadBody } from "./upload-body.ts";

export const seed = "birch-and-trail";
export const projectName = "Demo shop";
/** Display name of the demo account. */
export const visitorName = "Sam Rivera";

/**
 * Signs in with the demo account.
 *
 * @param address Server in demo mode.
 */
export async function signIn(address: string): Promise<Client> {
  const anybody = createClient({ baseUrl: address, token: () => null });
  const { demo } = (await anybody.call(publicConfig)).data;
  if (demo === null) throw new Error(`${address} does not run with --demo`);
  try {
    const { token } = await anybody.call(login, { body: { username: demo.email, password: demo.password } });
    return createClient({ baseUrl: address, token: () => token });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the demo account cannot sign in (${why}). This data folder belongs to other accounts: set PLUMB_DATA_DIR to another one`,
      { cause: error },
    );
  }
}

/** Sends the report of one machine, as its CI job would. */
export async function uploadReport(
  pipeline: Client,
  query: Partial<UploadQuery>,
  files: readonly ReportFile[],
): Promise<void> {
  const backoff = { ...defaultBackoff, sleep: (ms: number) => sleep(ms), random: Math.random };
  await retry(backoff, () => pipeline.call(upload, { query, body: uploadBody(files) }));
}
