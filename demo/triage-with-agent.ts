import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export interface Triaged {
  readonly calls: number;
  readonly causeId: number;
  readonly itemId: number;
  /** Answer to each call. */
  readonly answers: readonly string[];
}

/** Triages the newest red run of the web shop with the official client, as a coding agent would: from the run to a proposal. */
export async function triageWithAgent(address: string, key: string): Promise<Triaged> {
  const client = new Client({ name: "demo", version: "1" });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }));
  const responses: string[] = [];
  const use = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const text = (content as { text: string }[])[0]?.text ?? "";
    if (isError === true) throw new Error(`${name}: ${text}`);
    responses.push(text);
    return text;
  };
  const runId = numberAfter(await use("find_runs", { state: "failed", suite: "Web shop", branch: "main" }), "run");
  const run = await use("explain_run", { run_id: runId });
  const causeId = numberAfter(run, "\ncause");
  const failureId = numberAfter(run, "failure_id");
  await use("explain_failure", { run_id: runId, failure_id: failureId });
  const proposal = { cause_id: causeId, class: "Environment Issue", reason: "The same error is on every branch." };
  const itemId = numberAfter(await use("propose_class", proposal), "item");
  await client.close();
  return { calls: responses.length, causeId, itemId, answers: responses };
}

function numberAfter(text: string, words: string): number {
  const found = new RegExp(`${words} (\\d+)`).exec(text)?.[1];
  if (found === undefined) throw new Error(`There is no "${words}" in: ${text}`);
  return Number(found);
}
