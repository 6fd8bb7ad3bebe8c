import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { accepted } from "#testing/responses.ts";
import { startStubServer } from "#testing/stub-server.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

test.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s reaches the command that plumb run started, and its reports are sent",
  async (signal) => {
    await using server = await startStubServer(accepted());
    using sandbox = createSandbox({});
    const script = `require("fs").writeFileSync("junit.xml", "<a/>");
      process.on("${signal}", () => process.exit(9)); console.log("ready"); setInterval(() => {}, 1000)`;
    const plumb = spawn(process.execPath, [main, "run", "--", process.execPath, "-e", script], {
      cwd: sandbox.folder,
      env: { PATH: process.env["PATH"], HOME: sandbox.folder, PLUMB_URL: server.url, PLUMB_API_KEY: "plumb_secret" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = once(plumb, "close");
    await once(plumb.stdout, "data");
    plumb.kill(signal);

    expect(await ended).toEqual([9, null]);
    expect(server.requests.map(({ files }) => files)).toEqual([{ "junit.xml": "<a/>" }]);
  },
);
