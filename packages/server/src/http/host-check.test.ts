import { expect, test } from "vitest";
import { createTestApp } from "#testing/app.ts";

const account = { username: "eve", email: "eve@example.test", password: "correct horse" };

async function registerAt(host: string, config: { host: string; publicUrl?: string }): Promise<number> {
  await using plumb = await createTestApp(config);
  const request = { method: "POST", url: "/api/auth/register", headers: { host }, payload: account } as const;
  return (await plumb.app.inject(request)).statusCode;
}

test.for([
  "rebound.example",
  "rebound.example:4600",
  "127.0.0.1.rebound.example",
  "localhost.rebound.example",
  "192.0.2.1",
])("a rebound host name cannot create an administrator: %s", async (host) => {
  expect(await registerAt(host, { host: "127.0.0.1" })).toBe(403);
});

test.for([
  ["127.0.0.1:4600", { host: "127.0.0.1" }],
  ["localhost:4600", { host: "127.0.0.1" }],
  ["[::1]:4600", { host: "::1" }],
  ["plumb.example", { host: "127.0.0.1", publicUrl: "https://plumb.example" }],
  ["anything.example", { host: "0.0.0.0" }],
] as const)("%s reaches a server with %j", async ([host, config]) => {
  expect(await registerAt(host, config)).toBe(200);
});
