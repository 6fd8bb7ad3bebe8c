import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { itemsProject } from "#testing/items.ts";
import { runUntilSent } from "#testing/outbox.ts";

/** Starts a mail server that takes mails, and closes the connection instead of confirming those for which `loses` returns true. */
async function startLosingServer(loses: () => boolean) {
  const ids: string[] = [];
  const server = createServer((socket) => {
    let body: string | null = null;
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (body === null) {
        body = text.startsWith("DATA") ? "" : null;
        socket.write(body === null ? "250 OK\r\n" : "354 Go on\r\n");
        return;
      }
      body += text;
      if (!body.endsWith("\r\n.\r\n")) return;
      ids.push(/^Message-ID: (\S+)/im.exec(body)?.[1] ?? "");
      body = null;
      if (loses()) socket.destroy();
      else socket.write("250 Queued\r\n");
    });
    socket.write("220 mail.example.test\r\n");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    ids,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

test("a mail whose confirmation was lost is repeated with the same Message-ID, so that mail programs show it once", async () => {
  await using plumb = await createTestApp();
  let losses = 0;
  await using far = await startLosingServer(() => {
    losses -= 1;
    return losses >= 0;
  });
  const { admin, ada, ben, create } = await itemsProject(plumb);
  await connectMail(plumb, admin.token, { port: far.port, received: [] });
  far.ids.length = 0;
  losses = 2;
  await create(ada, { title: "First", assignedTo: ben.id });
  await create(ada, { title: "Second", assignedTo: ben.id });
  await runUntilSent(plumb, 1);
  const [first, second] = [far.ids[0] ?? "", far.ids[3] ?? ""];
  expect(far.ids).toEqual([first, first, first, second]);
  expect(first).toMatch(/^<[0-9a-f-]{36}@example\.test>$/);
  expect(second).not.toBe(first);
});
