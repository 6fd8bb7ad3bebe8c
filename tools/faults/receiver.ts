import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /**
   * Ids of deliveries about the complete run, by build. A delivery that was sent again has the same id. A clock that jumps ahead interrupts live runs,
   * which is another event.
   */
  readonly deliveries: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Receives the webhooks of ended runs. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { run } = JSON.parse(body) as { run: { build: string; status: string } };
      const ids = deliveries.get(run.build) ?? new Set<string>();
      if (run.status !== "interrupted") deliveries.set(run.build, ids.add(String(request.headers["x-plumb-delivery"])));
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    deliveries,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
