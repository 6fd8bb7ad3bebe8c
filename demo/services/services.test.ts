import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { accounts, addresses, type ServicePorts } from "./accounts.ts";

const script = fileURLToPath(new URL("main.ts", import.meta.url));

/** Starts the services as the server does, and returns their ports. */
async function start(dataDir: string): Promise<{ child: ChildProcess; ports: ServicePorts }> {
  const child = fork(script, ["http://127.0.0.1:1", dataDir, "0"], { execArgv: [], silent: true });
  const [ports] = (await once(child, "message")) as [ServicePorts];
  return { child, ports };
}

/** Ends the connection to the server, as when the server exits. */
async function endServer(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}

const block = (text: string) => ({ type: "section", text: { type: "mrkdwn", text, verbatim: true } });

async function postToSlack({ http }: ServicePorts, text: string): Promise<unknown> {
  const response = await fetch(`${addresses({ http }).slack}/chat.postMessage`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accounts.slack.botToken}` },
    body: JSON.stringify({
      channel: accounts.slack.channel,
      text,
      blocks: [block(text)],
      unfurl_links: false,
      unfurl_media: false,
    }),
  });
  return response.json();
}

async function page({ http }: ServicePorts): Promise<string> {
  return (await fetch(addresses({ http }).page)).text();
}

test("the services end with the server, and the next start has the same addresses and data", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "plumb-demo-services-"));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await start(dataDir);
  cleanup.defer(() => void first.child.kill("SIGKILL"));
  const text = "<https://plumb.example/?a=1&amp;b=2|Pay button> *is* hidden";
  expect(await postToSlack(first.ports, `${text} &lt;script&gt;`)).toMatchObject({ ok: true, channel: "C1" });
  await endServer(first.child);
  await expect(page(first.ports)).rejects.toThrow("fetch failed");

  const second = await start(dataDir);
  cleanup.defer(() => void second.child.kill("SIGKILL"));
  expect(second.ports).toEqual(first.ports);
  expect(await postToSlack(second.ports, "later")).toMatchObject({ ts: "1700000000.000002" });
  const visible = await page(second.ports);
  expect(visible).toContain('<a href="https://plumb.example/?a=1&amp;b=2">Pay button</a>');
  expect(visible).toContain("<b>is</b> hidden &lt;script&gt;");
  // The page loads again when something arrives after it was made.
  const state = async () => (await fetch(new URL("/changes", addresses(second.ports).page))).text();
  expect(visible).toContain(`data-state="${await state()}"`);
  await postToSlack(second.ports, "after the page");
  expect(visible).not.toContain(await state());
  await endServer(second.child);

  // Another program uses the port.
  const other = createServer().listen(first.ports.http, "127.0.0.1");
  await once(other, "listening");
  cleanup.defer(() => void other.close());
  const third = await start(dataDir);
  cleanup.defer(() => void third.child.kill("SIGKILL"));
  expect(third.ports.http).not.toBe(first.ports.http);
  expect(third.ports.mail).toBe(first.ports.mail);
  expect(await page(third.ports)).toContain("later");
  await endServer(third.child);
});

test("only the page itself may change tickets and send runs", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "plumb-demo-services-"));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const { child, ports } = await start(dataDir);
  cleanup.defer(() => endServer(child));
  const { page: url } = addresses(ports);
  const statuses = await Promise.all(
    [
      fetch(`${url}/try/passing`, { method: "POST", headers: { origin: "https://evil.example" } }),
      fetch(`${url}/jira-issues/10001/close`, { method: "POST", headers: { origin: "null" } }),
      fetch(`${url}/hooks/demo`, { method: "POST", headers: { origin: "https://evil.example" }, body: "{}" }),
      fetch(`${url}/slack/chat.postMessage`, { method: "POST", headers: { origin: "https://evil.example" } }),
      fetch(`${url}/jira/rest/api/3/myself`, { headers: { authorization: "Basic wrong" } }),
      fetch(`${url}/`, { headers: { origin: url } }),
    ].map(async (response) => (await response).status),
  );
  expect(statuses).toEqual([403, 403, 403, 403, 401, 200]);
});

test("the oldest messages are dropped when they get too large", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "plumb-demo-services-"));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const { child, ports } = await start(dataDir);
  const { webhook } = addresses(ports);
  for (const name of ["a", "b", "c", "d", "e", "f"])
    expect((await fetch(webhook, { method: "POST", body: name.repeat(1_000_000) })).status).toBe(204);
  await endServer(child);
  const { hooks } = JSON.parse(readFileSync(join(dataDir, "demo-services.json"), "utf8")) as {
    hooks: { body: string }[];
  };
  expect(hooks.map(({ body }) => body[0])).toEqual(["d", "e", "f"]);
});
