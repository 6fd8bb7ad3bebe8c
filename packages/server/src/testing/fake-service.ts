import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface FakeResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  readonly body?: object | string;
}

export interface FakeService extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Received requests in order. */
  readonly received: ReceivedRequest[];
}

/** Starts an HTTP server on loopback that replaces an external service. It sends `response`, or no response for `null`. */
export async function startFakeService(
  response: (request: ReceivedRequest) => FakeResponse | null = () => ({}),
): Promise<FakeService> {
  const received: ReceivedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(request);
      const input = response(request);
      if (input === null) return;
      const { status = 200, headers: own = {}, body = "" } = input;
      const text = typeof body === "string" ? body : JSON.stringify(body);
      outgoing.writeHead(status, { ...(typeof body === "object" && { "content-type": "application/json" }), ...own });
      outgoing.end(text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
