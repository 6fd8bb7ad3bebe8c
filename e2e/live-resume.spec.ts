import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { expect, type Page } from "@playwright/test";
import { createLiveClient, type LiveClient, type LiveRun } from "@plumb/client/live.ts";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { testEvent } from "../packages/server/src/testing/live-events.ts";
import { batch } from "./live-events.ts";
import { type SeededProduct, signedIn, test } from "./product.ts";

/** Matches the response to joining a room. */
function isReply({ payload }: { readonly payload: string | Buffer }): boolean {
  return /^43\d+\[/.test(payload.toString());
}

/** Proxy to the product whose connection can be interrupted. */
interface Line extends Disposable {
  readonly address: string;
  cut(): void;
  mend(): void;
}

async function lineTo(address: string): Promise<Line> {
  const { hostname, port } = new URL(address);
  const open = new Set<Socket>();
  let full = true;
  const server: Server = createServer((near) => {
    if (!full) return near.destroy();
    const far = connect({ host: hostname, port: Number(port) });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => undefined).on("close", () => open.delete(socket) && other.destroy());
      socket.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const cut = () => {
    full = false;
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => (full = true),
    [Symbol.dispose]() {
      cut();
      server.close();
    },
  };
}

const failed = (id: string, message: string): ResultEvent[] => [
  { kind: "attempt", test: id, index: 0, status: "failed", startedAt: null, durationMs: 12, errors: [{ message }] },
  testEvent(id, "failed"),
];

async function openedRun(seeded: SeededProduct, suite: string): Promise<{ live: LiveClient; run: LiveRun }> {
  const live = createLiveClient(seeded.client);
  return { live, run: await live.openRun({ clientId: suite, suite }, { projectId: seeded.projectId }) };
}

test("changes made during a lost connection arrive after reconnecting, without a full reload", async ({
  page,
  seeded,
}) => {
  const { live, run } = await openedRun(seeded, "resumed");
  await live.sendEvents(run, batch(1, ...["adds", "removes"].map((title) => testEvent(title, "announced"))));
  using line = await lineTo(seeded.address);
  await signedIn(page, seeded);
  /** Returns the server's response when the next connection joins the report. */
  const joined = async () => {
    const socket = await page.waitForEvent("websocket");
    return (await socket.waitForEvent("framereceived", isReply)).payload.toString();
  };
  const first = joined();
  await page.goto(`${line.address}/reports/${run.reportId}`);
  expect(await first).toContain('"resumed":false');
  await expect(page.getByText("0 of 2 done")).toBeVisible();

  line.cut();
  await live.sendEvents(run, batch(2, testEvent("adds", "running"), ...failed("adds", "Expected 2, got 1")));
  const again = joined();
  line.mend();

  expect(await again).toContain('"resumed":true');
  await expect(page.getByRole("link", { name: "Failed 1" })).toBeVisible();
  await expect(page.getByText("1 of 2 done")).toBeVisible();
  await expect(page.getByRole("list", { name: "Tests" }).getByText("Expected 2, got 1")).toBeVisible();
});

/** Opens a report with 150 announced tests, scrolled down, and returns the row in the middle of the window. */
async function readReport(page: Page, seeded: SeededProduct, suite: string) {
  const { live, run } = await openedRun(seeded, suite);
  const titles = Array.from({ length: 150 }, (_, index) => `test ${String(index).padStart(3, "0")}`);
  await live.sendEvents(run, batch(1, ...titles.map((title) => testEvent(title, "announced"))));
  await signedIn(page, seeded);
  await page.goto(`/reports/${run.reportId}`);
  const tests = page.getByRole("list", { name: "Tests" });
  await expect(page.getByText("0 of 150 done")).toBeVisible();
  await page.evaluate(() => window.scrollTo({ top: 1200 }));
  const title = await page.waitForFunction(() => {
    const { innerWidth, innerHeight } = window;
    const visible = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("[data-index]")?.textContent;
    return /test \d{3}/.exec(visible ?? "")?.[0];
  });
  const row = tests.locator("[data-index]").filter({ hasText: String(await title.jsonValue()) });
  await expect(row.getByText("Queued")).toBeVisible();
  return { live, run, titles, row, before: await row.boundingBox() };
}

test("rows keep their position while results arrive, and update in place", async ({ page, seeded }) => {
  const { live, run, titles, row, before } = await readReport(page, seeded, "scrolled");

  for (let number = 2; number < 8; number += 1) {
    const some = titles.slice((number - 2) * 20, (number - 1) * 20);
    const events = some.flatMap((title, index) =>
      index % 2 === 0 ? [testEvent(title, "passed")] : failed(title, `Expected ${number}`),
    );
    await live.sendEvents(run, batch(number, ...events));
    await expect(page.getByText(`${(number - 1) * 20} of 150 done`)).toBeVisible();
  }

  await expect(row.getByText("Queued")).toHaveCount(0);
  expect(await row.boundingBox()).toEqual(before);
});

test("visible rows update even if too many tests end at the same time to be sent individually", async ({
  page,
  seeded,
}) => {
  const { live, run, titles, row, before } = await readReport(page, seeded, "hurried");

  await live.sendEvents(run, batch(2, ...titles.slice(0, 100).map((title) => testEvent(title, "passed"))));

  await expect(row.getByText("Queued")).toHaveCount(0);
  expect(await row.boundingBox()).toEqual(before);
  await expect(page.getByText("100 of 150 done")).toBeVisible();
});
