import { expect, test } from "vitest";
import { connectLive } from "#testing/live-client.ts";
import { createServerHome } from "#testing/process.ts";
import { createProjectAt, signInAt } from "#testing/remote.ts";

/** Values that break code which expects a number or a text. */
const hostile: readonly unknown[] = [
  { toString: 1, valueOf: 1 },
  { toString: null },
  { toJSON: 1 },
  { __proto__: null, constructor: { prototype: null } },
  [[{ toString: 1 }]],
  [],
  null,
  "\u0000",
  "9".repeat(1000),
  -0.5,
  1e308,
  true,
];
const events = ["join-project", "leave-project", "join-report", "leave-report"];
/** Event names with a special meaning for emitters. */
const reserved = ["error", "disconnect", "disconnecting", "connect", "newListener", "removeListener", "__proto__"];

test("no client message stops the server", async () => {
  await using home = await createServerHome();
  const server = await home.start();
  const token = await signInAt(server);
  const projectId = await createProjectAt(server, token);
  const address = server.url.replace("http:", "ws:");
  for (const event of events) {
    using client = await connectLive(address, { token });
    for (const value of hostile) {
      client.emit(event, value);
      client.emit(event, value, value);
      client.emit(event);
    }
    expect(await client.ask("join-project", projectId)).toMatchObject({ success: true });
  }
  for (const event of reserved) {
    using client = await connectLive(address, { token });
    client.emit(event, { toString: 1, valueOf: 1 });
    // The library may keep or close this connection; the server must accept the next one.
    using next = await connectLive(address, { token });
    expect(await next.ask("join-project", projectId)).toMatchObject({ success: true });
  }
  expect(server.output()).not.toContain("TypeError");
  expect(await server.stop()).toBe(0);
});
