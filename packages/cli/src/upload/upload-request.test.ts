import { join } from "node:path";
import { PassThrough } from "node:stream";
import { defaultBackoff } from "@plumb/client/retry.ts";
import { expect, test } from "vitest";
import { findFiles } from "#files/find-files.ts";
import { createProgress } from "#output/progress.ts";
import { send } from "./upload-request.ts";
import { type Answer, farEnd } from "#testing/stub-server.ts";
import { workshop } from "#testing/cli-sandbox.ts";

const setup = { ...defaultBackoff, attempts: 3, sleep: () => Promise.resolve(), random: () => 0 };

async function sendLarge(url: string, folder: string, silenceMs: number) {
  const files = await findFiles([join(folder, "large.xml")], folder);
  const settings = { url, key: "plumb_secret", query: {}, batch: 10 };
  return send(settings, files, createProgress(new PassThrough()), setup, silenceMs);
}

const swallows: Answer = (request) => void request.resume();
/** Pauses reading three times. Each pause is far shorter than the timeout, but together they exceed it. */
const slow: Answer = (request, response) => {
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
const takesNothing: Answer = () => undefined;

test.for([
  ["takes everything and never answers", swallows, "It may have recorded them"],
  ["takes nothing", takesNothing, "stopped reading the files"],
] as const)("gives up once on a server that %s, and reports what is known", async ([, answer, message]) => {
  await using server = await farEnd(answer);
  using shop = workshop({ "large.xml": "x".repeat(20_000_000) });

  const sent = sendLarge(server.url, shop.folder, 500);

  await expect(sent).rejects.toThrow(message);
});

test("waits for a slow server as long as it keeps accepting data", async () => {
  await using server = await farEnd(slow);
  using shop = workshop({ "large.xml": "x".repeat(30_000_000) });
  const begun = performance.now();

  const sent = sendLarge(server.url, shop.folder, 2000);

  await expect(sent).rejects.toThrow("400");
  expect(performance.now() - begun).toBeGreaterThan(2000);
});
