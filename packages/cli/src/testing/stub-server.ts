import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedRequest {
  readonly url: URL;
  readonly authorization: string | undefined;
  /** File contents of the multipart body, by file name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Response to one request, or a function that handles the request before its body is read. */
export type StubResponse =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export interface StubServer extends AsyncDisposable {
  readonly url: string;
  /** Requests whose body was read. */
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a real HTTP server that sends the given responses in order and repeats the last one. */
export async function startStubServer(...responses: readonly [StubResponse, ...StubResponse[]]): Promise<StubServer> {
  const requests: ReceivedRequest[] = [];
  let next = 0;
  const server = createServer((request, response) => {
    const stubResponse = responses[Math.min(next, responses.length - 1)];
    next += 1;
    if (typeof stubResponse === "function") return stubResponse(request, response);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push({
        url: new URL(request.url ?? "/", "http://far.end"),
        authorization: request.headers.authorization,
        files: filesOf(Buffer.concat(chunks).toString("utf8"), request.headers["content-type"] ?? ""),
      });
      response.writeHead(stubResponse?.status ?? 500, { "content-type": "application/json", ...stubResponse?.headers });
      response.end(JSON.stringify(stubResponse?.body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function filesOf(body: string, contentType: string): Record<string, string> {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? "";
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part): [string, string] => {
      const [head = "", ...content] = part.split("\r\n\r\n");
      return [/name="files"; filename="([^"]*)"/.exec(head)?.[1] ?? "", content.join("\r\n\r\n").slice(0, -2)];
    }),
  );
}
