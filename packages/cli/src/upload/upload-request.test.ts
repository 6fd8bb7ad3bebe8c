import { join } from "node:path";
import { PassThrough } from "node:stream";
import { defaultBackoff } from "@plumb/client/retry.ts";
import { expect, test } from "vitest";
import { findFiles } from "#files/find-files.ts";
import { createProgress } from "#output/progress.ts";
import { sendUpload } from "./upload-request.ts";
import { type StubResponse, startStubServer } from "#testing/stub-server.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

const setup = { ...defaultBackoff, attempts: 3, sleep: () => Promise.resolve(), random: () => 0 };

async function sendLarge(url: string, folder: string, silenceMs: number) {
  const files = await findFiles([join(folder, "large.xml")], folder);
  const settings = { url, key: "plumb_secret", query: {}, batch: 10 };
  return sendUpload(settings, files, createProgress(new PassThrough()), setup, silenceMs);
}

const swallows: StubResponse = (request) => void request.resume();
/** Pauses reading three times. Each pause is far shorter than the timeout, but together they exceed it. */
const slow: StubResponse = (request, response) => {
  let taken = 0;
  let pauses = 0;
  request.on("data", (piece: Buffer) => {
    taken += piece.length;
    if (pauses === 3 || taken < (pauses + 1) * 5_000_000) return;
    pauses += 1;
    request.pause();
    setTimeout(() => request.resume(), 800);
  });
  request.on("end", () => response.writeHead(400).end("{}"));
};
const takesNothing: StubResponse = () => undefined;

test.for([
  ["takes everything and never answers", swallows, "It may have recorded them"],
  ["takes nothing", takesNothing, "stopped reading the files"],
] as const)("gives up once on a server that %s, and reports what is known", async ([, response, message]) => {
  await using server = await startStubServer(response);
  using sandbox = createSandbox({ "large.xml": "x".repeat(20_000_000) });

  const sent = sendLarge(server.url, sandbox.folder, 500);

  await expect(sent).rejects.toThrow(message);
});

test("waits for a slow server as long as it keeps accepting data", async () => {
  await using server = await startStubServer(slow);
  using sandbox = createSandbox({ "large.xml": "x".repeat(30_000_000) });
  const started = performance.now();

  const sent = sendLarge(server.url, sandbox.folder, 2000);

  await expect(sent).rejects.toThrow("400");
  expect(performance.now() - started).toBeGreaterThan(2000);
});
