import type { Inline } from "@plumb/contract/text/rich-text.ts";
import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import type { Db } from "#store/db.ts";
import { bindingsOf } from "#store/integrations/bindings.ts";
import { connectorById } from "#store/integrations/connectors.ts";
import { commitOfRun } from "#store/runs/commit-of-run.ts";

const shortLength = 10;

/** Returns the commit of a run, with a link to its code host if that is known; `null` if the run has no commit. */
export async function commitLink(db: Db, projectId: number, runId: number): Promise<Inline | null> {
  const run = await commitOfRun(db, projectId, runId);
  if (run === null) return null;
  const text = run.commit.slice(0, shortLength);
  const url = run.url !== null && isWebAddress(run.url) ? run.url : await urlAtCodeHost(db, projectId, run.commit);
  return url === null ? { code: text } : { text, url };
}

/** Returns the address of a commit at the only code host of a project. If it has several, the run may belong to any of them. */
async function urlAtCodeHost(db: Db, projectId: number, commit: string): Promise<string | null> {
  const hosts = (await bindingsOf(db, projectId)).filter(({ offer, enabled }) => offer === "code-host" && enabled);
  const [binding] = hosts;
  if (binding === undefined || hosts.length > 1 || binding.connectorId === null) return null;
  const connector = await connectorById(db, projectId, binding.connectorId);
  const { codeHost } = connectors[binding.connectorType];
  if (connector === null || codeHost === undefined) return null;
  try {
    const url = codeHost.commitUrl({ credentials: connector.settings, binding: binding.settings }, commit);
    return url !== null && isWebAddress(url) ? url : null;
  } catch (error) {
    // The settings are incomplete.
    if (error instanceof OutgoingError) return null;
    throw error;
  }
}
