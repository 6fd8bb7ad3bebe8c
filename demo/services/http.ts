import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { accounts } from "./accounts.ts";
import { createServices } from "./fakes.ts";
import { servicesPage } from "./page.ts";
import type { Stored } from "./stored.ts";
import { tries } from "./tries.ts";

interface Input {
  /** Address of Plumb. */
  readonly address: string;
  readonly stored: Stored;
  /** Called after each change of `stored`. */
  readonly onChange: () => void;
}

/** Bytes of a request. Plumb sends less. */
const maxBody = 4_000_000;

/** Starts the HTTP services and the page that shows what they received, on loopback. */
export async function startHttp(input: Input, port: number): Promise<{ port: number; noteChange: () => void }> {
  const { stored } = input;
  const answerService = createServices(stored);
  /** Shown on the page. */
  let note = "";
  // The page loads again when this changes.
  let changes = Date.now();
  const noteChange = () => {
    changes += 1;
    input.onChange();
  };

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "/", headers } = request;
    // Only this computer and this page may use the services, no other website in its browser. Plumb sends no origin.
    if (!isOwn(headers)) {
      request.resume();
      return end(response, 403, "Forbidden");
    }
    const body = await bodyOf(request);
    if (body === null) return end(response, 413, "Too large");
    // Browsers open links to tickets without the credentials of Plumb.
    const isPage = method === "GET" && headers.authorization === undefined;
    const answered = isPage ? null : answerService({ method, url, headers, body });
    if (answered !== null) {
      if (method !== "GET") noteChange();
      const { status = 200, headers: own = {}, body: text = "" } = answered;
      const isJson = typeof text === "object";
      response.writeHead(status, { ...(isJson && { "content-type": "application/json" }), ...own });
      response.end(isJson ? JSON.stringify(text) : text);
      return undefined;
    }
    if (method === "GET" && url === "/changes") return end(response, 200, String(changes));
    if (method === "GET" && url === "/") return show(response);
    // Links to tickets lead to the page.
    const [key] = /[A-Z]+-\d+$/.exec(url) ?? [];
    if (method === "GET") return redirect(response, key === undefined ? "/" : `/#${key}`);
    await act(url, body);
    noteChange();
    return redirect(response, "/#try");
  }

  function show(response: ServerResponse): void {
    const nonce = randomBytes(16).toString("base64url");
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'`,
    });
    response.end(servicesPage(stored, { plumb: input.address, nonce, note, state: String(changes) }));
  }

  async function act(url: string, body: string): Promise<void> {
    const [, issueId, change] = /^\/jira-issues\/(\d+)\/(close|reopen)$/.exec(url) ?? [];
    if (url === "/jira-webhook" && /^\/api\/tracker-webhooks\/\d+\/\d+$/.test(body)) stored.jiraWebhookPath = body;
    else if (issueId !== undefined) await changeIssue(input, issueId, change === "close");
    const expected = tries[/^\/try\/([\w-]+)$/.exec(url)?.[1] ?? ""];
    if (expected === undefined) return;
    note = `Sending: ${expected.label} …`;
    // The page does not wait for it. Most demos never send a run, so the code is loaded now.
    void import("./runs.ts")
      .then(({ sendRuns }) => sendRuns(input.address, stored, expected))
      .then(
        () => (note = `Sent: ${expected.label}. Plumb needs some seconds to process it.`),
        (error: unknown) => (note = `It could not be sent: ${error instanceof Error ? error.message : String(error)}.`),
      )
      .finally(noteChange);
  }

  let ownHosts: readonly string[] = [];
  const isOwn = ({ host = "", origin }: IncomingMessage["headers"]) =>
    ownHosts.includes(host) && (origin === undefined || ownHosts.includes(URL.parse(origin)?.host ?? ""));
  const server = createServer((request, response) => {
    reply(request, response).catch((error: unknown) => end(response, 500, String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  ownHosts = [`127.0.0.1:${bound}`, `localhost:${bound}`];
  return { port: bound, noteChange };
}

/** Closes or reopens a ticket as a user of Jira would, and sends Jira's webhook. */
async function changeIssue({ address, stored }: Input, id: string, isClosed: boolean): Promise<void> {
  const issue = stored.issues.find((one) => one.id === id);
  if (issue === undefined) return;
  issue.status = isClosed ? { name: "Done", category: "done" } : { name: "To Do", category: "new" };
  if (stored.jiraWebhookPath === null) return;
  const body = JSON.stringify({ webhookEvent: "jira:issue_updated", issue: { id, key: issue.key } });
  const signature = createHmac("sha256", accounts.jira.webhookSecret).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature": `sha256=${signature}` };
  // Without the webhook, Plumb reads the ticket some minutes later.
  await fetch(address + stored.jiraWebhookPath, { method: "POST", headers, body }).catch(() => undefined);
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(text);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location });
  response.end();
}
