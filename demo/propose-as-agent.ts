import type { Client } from "@plumb/client/client.ts";
import { listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { createApiKey } from "@plumb/contract/projects/api-keys.ts";

const error = "reading 'balance'";

/** Creates the key of a coding agent, which proposes a class for a cause, as it would after reading the failure. */
export async function proposeAsAgent(address: string, client: Client, projectId: number): Promise<void> {
  const params = { projectId };
  const { data: groups } = await client.call(listFailureGroups, { params, query: { timeWindow: "90", limit: 200 } });
  const cause = groups.find(({ representativeError }) => representativeError.includes(error));
  const { data: made } = await client.call(createApiKey, {
    params,
    body: { name: "Claude Code", scopes: ["read", "triage"] },
  });
  if (cause === undefined) return;
  const reason =
    "The page reads the balance of a customer without an account. The test opens a page that customers can open, too, so the application must handle this.";
  const input = { cause_id: cause.id, class: "Application Defect", reason };
  const response = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${made.key}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "propose_class", arguments: input },
    }),
  });
  if (!response.ok) throw new Error(`The agent of the demo got HTTP ${response.status}`);
}
