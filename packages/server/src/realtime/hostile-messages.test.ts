import { expect, test } from "vitest";
import { connectLive } from "#testing/live-client.ts";
import { createServerHome } from "#testing/process.ts";
import { createProjectAt, signInAt } from "#testing/remote.ts";

/** Each is what some code trips over that takes it for a number or a text. */
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
/** Names that emitters treat in a way of their own. */
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
    // Whether it is cut off or stays is up to the library; the server is there for the next one.
    using next = await connectLive(address, { token });
    expect(await next.ask("join-project", projectId)).toMatchObject({ success: true });
  }
  expect(server.output()).not.toContain("TypeError");
  expect(await server.stop()).toBe(0);
});
