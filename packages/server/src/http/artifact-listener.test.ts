import { createServer } from "node:net";
import { expect, test } from "vitest";
import { createServerHome } from "#testing/process.ts";

test("if the artifact port is in use, the server starts without it and logs a warning", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  await using home = await createServerHome();
  const server = await home.start({ PLUMB_ARTIFACT_PORT: String(port) });
  expect(server.output()).toContain(
    `Port ${port} is taken by another program: HTML, SVG, PDF and traces are only offered`,
  );
  const page = await fetch(server.url);
  expect(page.headers.get("content-security-policy")).toContain("frame-src 'none'");
  expect(await server.stop()).toBe(0);
  other.close();
});

test("both listeners respond, and end with the server", async () => {
  await using home = await createServerHome();
  const server = await home.start();
  const policy = (await fetch(server.url)).headers.get("content-security-policy") ?? "";
  const [, origin = ""] = /frame-src (http:\S+);/.exec(policy) ?? [];
  expect((await fetch(`${origin}/trace/index.html`)).status).toBe(200);
  expect(server.output()).not.toContain("Artifacts");
  expect(await server.stop()).toBe(0);
  await expect(fetch(`${origin}/trace/index.html`)).rejects.toThrow("fetch failed");
});
