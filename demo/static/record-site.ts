import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page, Request } from "@playwright/test";
import { endingOf } from "../../packages/server/src/exports/render/html/artifact-name.ts";
import {
  type RecordedResponse,
  type Recording,
  requestKey,
  responseCallback,
} from "../../packages/web/src/static-demo/recording.ts";

export interface RecordedSite {
  readonly responses: number;
  readonly files: number;
}

interface SiteOptions {
  readonly browser: Browser;
  /** Of the server. */
  readonly address: string;
  /** Session token of the account whose pages are recorded. */
  readonly token: string;
  readonly addresses: readonly string[];
  /** Empty folder, next to the built app. */
  readonly folder: string;
}

const quietMs = 100;
const longestMs = 20_000;
/** Addresses that are found as links on the pages. Settings and pages of files are left out. */
const followed = /^\/(?:reports|defects|trends|tests|analysis)?(?:[/?].*)?$/;
/** More would take minutes. Pages behind further links show that they are not recorded. */
const maxFound = 400;

/** Opens the pages in a browser and writes each response of the server to the folder, with the files that it names. */
export async function recordSite({ browser, address, token, addresses, folder }: SiteOptions): Promise<RecordedSite> {
  const recordedAt = Date.now();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: "UTC" });
  await page.clock.setFixedTime(recordedAt);
  await page.addInitScript((value) => localStorage.setItem("token", value), token);
  const recorder = new Recorder(address, folder);
  const traffic = watchTraffic(page, recorder);
  await page.goto(`${address}/`);
  await traffic.settled();
  const visited = new Set<string>();
  const found: string[] = [];
  const visit = async (path: string) => {
    if (visited.has(path)) return;
    visited.add(path);
    await page.evaluate(openInApp, path);
    await traffic.settled();
    found.push(...(await linksOn(page)).filter((link) => followed.test(link)));
  };
  for (const path of addresses) await visit(path);
  for (const path of [...new Set(found)].filter((link) => !visited.has(link)).slice(0, maxFound)) await visit(path);
  await page.close();
  return recorder.finish(recordedAt);
}

function openInApp(path: string): void {
  history.pushState({}, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

async function linksOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll("a[href^='/']"), (link) => link.getAttribute("href") ?? ""),
  );
}

const isApi = (request: Request) => new URL(request.url()).pathname.startsWith("/api/");

/** Records all responses of the API, and waits until the page makes no more requests. */
function watchTraffic(page: Page, recorder: Recorder) {
  const open = new Set<Request>();
  let lastMs = performance.now();
  const end = async (request: Request) => {
    const response = await request.response();
    if (isApi(request) && request.method() === "GET" && response !== null) {
      const text = await response.text();
      await recorder.add(request.url(), { status: response.status(), body: JSON.parse(text === "" ? "null" : text) });
    }
  };
  page.on("request", (request) => open.add(request));
  const ended = (request: Request, work: Promise<void>) => {
    // Requests that the page itself ended have no content.
    void work
      .catch(() => undefined)
      .then(() => {
        open.delete(request);
        lastMs = performance.now();
      });
  };
  page.on("requestfinished", (request) => ended(request, end(request)));
  page.on("requestfailed", (request) => ended(request, Promise.resolve()));
  return {
    async settled() {
      const startMs = performance.now();
      lastMs = startMs;
      while (open.size > 0 || performance.now() - lastMs < quietMs) {
        if (performance.now() - startMs > longestMs) throw new Error(`${page.url()} did not finish loading.`);
        await sleep(20);
      }
    },
  };
}

/** Writes the responses, each text once, and the files behind signed links. */
class Recorder {
  private readonly address: string;
  private readonly folder: string;
  private readonly responses: Record<string, string> = {};
  private readonly written = new Set<string>();
  /** Path of each file by its signed link. */
  private readonly files = new Map<string, Promise<string>>();

  constructor(address: string, folder: string) {
    this.address = address;
    this.folder = folder;
    for (const name of ["responses", "files"]) mkdirSync(join(folder, name), { recursive: true });
  }

  async add(url: string, response: RecordedResponse): Promise<void> {
    const stored: RecordedResponse = { status: response.status, body: await this.withFiles(response.body) };
    const text = JSON.stringify(stored);
    const file = createHash("sha256").update(text).digest("hex").slice(0, 16);
    this.responses[requestKey(url)] = file;
    if (this.written.has(file)) return;
    this.written.add(file);
    writeFileSync(
      join(this.folder, "responses", `${file}.js`),
      `${responseCallback}(${JSON.stringify(file)},${text});\n`,
    );
  }

  finish(recordedAt: number): RecordedSite {
    const recording: Recording = { recordedAt, responses: this.responses };
    writeFileSync(join(this.folder, "recording.js"), `plumbRecording = ${JSON.stringify(recording)};\n`);
    return { responses: Object.keys(this.responses).length, files: this.files.size };
  }

  /** Returns the value with paths of files in place of signed links, which would end. The trace viewer and the second origin need a server. */
  private async withFiles(value: unknown, name = ""): Promise<unknown> {
    if (name === "viewUrl") return null;
    if (typeof value === "string") return value.startsWith("/api/artifacts/") ? this.fileOf(value) : value;
    if (Array.isArray(value)) return Promise.all(value.map((each) => this.withFiles(each)));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(async ([key, each]) => [key, await this.withFiles(each, key)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  private async fileOf(link: string): Promise<string> {
    const known = this.files.get(link) ?? this.download(link);
    this.files.set(link, known);
    return known;
  }

  private async download(link: string): Promise<string> {
    const response = await fetch(`${this.address}${link}`);
    if (!response.ok) throw new Error(`${link} answers ${response.status}`);
    const content = Buffer.from(await response.arrayBuffer());
    const ending = endingOf(response.headers.get("content-type") ?? "") ?? ".bin";
    const name = `${createHash("sha256").update(content).digest("hex").slice(0, 16)}${ending}`;
    writeFileSync(join(this.folder, "files", name), content);
    return `files/${name}`;
  }
}
