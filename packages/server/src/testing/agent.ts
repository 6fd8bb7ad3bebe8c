import { randomUUID } from "node:crypto";
import { type Reply, call, seedProject, type TestApp } from "./app.ts";

interface AgentReply {
  readonly id?: string;
  readonly number?: number;
  readonly link?: string;
  readonly message?: string;
  readonly errorCode?: number;
  readonly responses?: readonly { readonly id?: string; readonly message?: string; readonly errorCode?: number }[];
}

type Sent = Readonly<Record<string, unknown>>;

/** A file attached to a log entry. */
export interface AgentFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

/** Sends the same requests as ReportPortal's agents. */
export class Agent {
  readonly #plumb: Pick<TestApp, "app">;
  readonly #key: string;
  readonly base: string;
  /** Timestamps increase by one second with each call. */
  #time = Date.parse("2026-03-04T09:00:00.000Z");
  launch = "";

  constructor(plumb: Pick<TestApp, "app">, key: string, base = "/api/v1/Shop") {
    this.#plumb = plumb;
    this.#key = key;
    this.base = base;
  }

  now(): number {
    this.#time += 1000;
    return this.#time;
  }

  send(method: "GET" | "POST" | "PUT", path: string, body?: unknown): Promise<Reply<AgentReply>> {
    return call(this.#plumb, method, `${this.base}${path}`, { token: this.#key, body });
  }

  async startLaunch(change: Sent = {}): Promise<Reply<AgentReply>> {
    const response = await this.send("POST", "/launch", { name: "shop", startTime: this.now(), ...change });
    this.launch = response.body.id ?? "";
    return response;
  }

  finishLaunch(change: Sent = {}): Promise<Reply<AgentReply>> {
    return this.send("PUT", `/launch/${this.launch}/finish`, { endTime: this.now(), ...change });
  }

  start(name: string, { parent, ...change }: { parent?: string } & Sent = {}): Promise<Reply<AgentReply>> {
    const body = { name, type: "STEP", startTime: this.now(), launchUuid: this.launch, ...change };
    return this.send("POST", parent === undefined ? "/item" : `/item/${parent}`, body);
  }

  /** Starts an item and returns its id. */
  async item(name: string, change: { parent?: string } & Sent = {}): Promise<string> {
    const { body } = await this.start(name, change);
    if (body.id === undefined) throw new Error(body.message);
    return body.id;
  }

  finish(item: string, status?: string, change: Sent = {}): Promise<Reply<AgentReply>> {
    const body = { endTime: this.now(), launchUuid: this.launch, ...(status !== undefined && { status }), ...change };
    return this.send("PUT", `/item/${item}`, body);
  }

  log(item: string | undefined, message: string, level = "info"): Promise<Reply<AgentReply>> {
    return this.send("POST", "/log", this.entry(item, message, level));
  }

  entry(item: string | undefined, message: string, level = "info"): Sent {
    return { itemUuid: item, launchUuid: this.launch, time: this.now(), message, level };
  }

  /** Sends log entries with files as a form. */
  async form(entries: readonly Sent[], files: readonly AgentFile[]): Promise<Reply<AgentReply>> {
    const boundary = randomUUID();
    const part = (head: string, content: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const payload = [
      part('name="json_request_part"\r\nContent-Type: application/json', JSON.stringify(entries)),
      ...files.map(({ name, type, content }) =>
        part(`name="file"; filename="${name}"\r\nContent-Type: ${type}`, content),
      ),
      `--${boundary}--\r\n`,
    ].join("");
    const response = await this.#plumb.app.inject({
      method: "POST",
      url: `${this.base}/log`,
      headers: { authorization: `bearer ${this.#key}`, "content-type": `multipart/form-data; boundary=${boundary}` },
      payload,
    });
    return { status: response.statusCode, body: response.json<AgentReply>() };
  }
}

/** A result with the fields that tests check. */
export interface ReadResult {
  readonly id: number;
  readonly duration: number | null;
  readonly attempts: readonly { readonly stdout: string; readonly stderr: string; readonly status: string }[];
  readonly artifacts: readonly { attempt: number | null; name: string; kind: string; size: number }[];
}

/** Reads the newest report of a project, or a given one, through the public API. */
export class ReportReader {
  readonly #plumb: Pick<TestApp, "app">;
  readonly #token: string;
  readonly #projectId: number;
  /** `null` for the newest. */
  readonly #report: number | null;

  constructor(plumb: Pick<TestApp, "app">, token: string, projectId: number, report: number | null = null) {
    this.#plumb = plumb;
    this.#token = token;
    this.#projectId = projectId;
    this.#report = report;
  }

  /** Returns a reader of a given report. */
  of(report: number): ReportReader {
    return new ReportReader(this.#plumb, this.#token, this.#projectId, report);
  }

  async #get<Data>(path: string): Promise<Data> {
    const { body } = await call<{ data: Data }>(this.#plumb, "GET", path, { token: this.#token });
    return body.data;
  }

  /** Returns the ids of the reports, newest first. */
  async reports(): Promise<number[]> {
    const reports = await this.#get<{ id: number }[]>(`/api/reports?projectId=${this.#projectId}`);
    return reports.map(({ id }) => id).toSorted((a, b) => b - a);
  }

  async get<Data>(path: string): Promise<Data> {
    return this.#get(`/api/reports/${this.#report ?? (await this.reports())[0]}${path}`);
  }

  report(): Promise<object> {
    return this.get("");
  }

  #results(): Promise<{ id: number; titlePath: string[]; status: string }[]> {
    return this.get("/results?limit=200");
  }

  /** Returns the last title and status of each result, sorted. */
  async list(): Promise<string[]> {
    return (await this.#results()).map(({ titlePath, status }) => `${titlePath.at(-1)} ${status}`).toSorted();
  }

  /** Returns the result of the test with this last title. */
  async result(title: string): Promise<ReadResult> {
    const found = (await this.#results()).find(({ titlePath }) => titlePath.at(-1) === title);
    if (found === undefined) throw new Error(`There is no result of ${title}.`);
    return this.get(`/results/${found.id}`);
  }

  async problems(): Promise<string[]> {
    const problems = await this.get<{ severity: string; reason: string }[]>("/problems");
    return problems.map(({ severity, reason }) => `${severity} ${reason}`);
  }

  async printed(): Promise<string> {
    const { printed } = await this.get<{ printed: { text: string }[] }>("/output");
    return printed.map(({ text }) => text).join("");
  }

  async files(): Promise<string[]> {
    const { files } = await this.get<{ files: { name: string; contentType: string }[] }>("/output");
    return files.map(({ name, contentType }) => `${name} ${contentType}`);
  }
}

/** Creates an agent with a key of a new project, and a reader of its first report. */
export async function openAgent(
  plumb: TestApp,
): Promise<{ agent: Agent; read: ReportReader; key: string; token: string; projectId: number }> {
  const { key, token, projectId } = await seedProject(plumb);
  return { agent: new Agent(plumb, key), read: new ReportReader(plumb, token, projectId), key, token, projectId };
}
