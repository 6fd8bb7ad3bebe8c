import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One pixel. */
export const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface StubResponse {
  readonly status: number;
  readonly value: unknown;
}

export interface StubWebDriver extends AsyncDisposable {
  readonly port: number;
}

/**
 * Simulates a browser and its driver. It supports the parts of the W3C WebDriver protocol needed for a page titled Shop, on which every element
 * except `#missing` exists. A browser called `none` cannot start a session.
 */
export async function startStubWebDriver(): Promise<StubWebDriver> {
  let sessions = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { status, value } = respond(request, body, () => `session-${(sessions += 1)}`);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ value }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond({ method = "", url = "" }: IncomingMessage, body: string, newSession: () => string): StubResponse {
  const requested = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>;
  const call = `${method} ${url.replace(/^\/session\/[^/]+/, "").replace(/^\/element\/[^/]+/, "/element/*")}`;
  if (call === "POST /session") return session(requested, newSession);
  const element = { "element-6066-11e4-a52e-4f735466cecf": "e1" };
  const isMissing = requested["value"] === "#missing";
  const responses: Readonly<Record<string, StubResponse>> = {
    "GET /title": success("Shop"),
    "GET /screenshot": success(picture),
    "POST /element": isMissing ? failure(404, "no such element", "no such element: #missing") : success(element),
    "POST /elements": success(isMissing ? [] : [element]),
    "GET /element/*/displayed": success(true),
  };
  return responses[call] ?? success(null);
}

function session(requested: Record<string, unknown>, newSession: () => string): StubResponse {
  const { capabilities } = requested as { capabilities: { alwaysMatch: { browserName: string } } };
  const { browserName } = capabilities.alwaysMatch;
  if (browserName === "none") return failure(500, "session not created", "no such browser");
  return success({
    sessionId: newSession(),
    capabilities: { browserName, browserVersion: "1.2", platformName: "linux" },
  });
}

function success(value: unknown): StubResponse {
  return { status: 200, value };
}

function failure(status: number, error: string, message: string): StubResponse {
  return { status, value: { error, message, stacktrace: "" } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
