import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { SendCommits } from "@plumb/contract/runs/commits.ts";
import type { CompleteRun, OpenRun } from "@plumb/contract/runs/live.ts";

type Step = "open" | "events" | "artifact" | "complete" | "commits";
/** Replaces the response to a request; `hang` never responds, `cut` closes the connection. */
type Refusal = { readonly status: number; readonly body: object } | "hang" | "cut";

interface StubResponse {
  readonly status: number;
  readonly body: object;
}

interface ReceivedFile {
  readonly test: string | null;
  readonly attempt: string | null;
  readonly step: string | null;
  readonly name: string | null;
  readonly contentType: string | null;
  readonly content: string;
}

/** Test server with everything it received from reporters. */
export interface StubLiveServer extends AsyncDisposable {
  readonly url: string;
  readonly opened: OpenRun[];
  /** Batches of the first reporter by number, from 1. */
  readonly batches: ResultEvent[][];
  readonly files: ReceivedFile[];
  readonly completed: CompleteRun[];
  /** Requests with commits. The server knows no commit. */
  readonly commits: SendCommits[];
  readonly authorizations: ReadonlySet<string | undefined>;
  /** Events of all reporters in order. */
  readonly events: () => ResultEvent[];
}

/** Number of the first source. */
const firstSource = 5;

/** Live protocol without HTTP. Stores what reporters send and responds like the server. */
class LiveProtocol {
  readonly opened: OpenRun[] = [];
  /** One list per reporter, in the order in which they opened a run. */
  readonly batches: ResultEvent[][][] = [[]];
  readonly files: ReceivedFile[] = [];
  readonly completed: CompleteRun[] = [];
  readonly commits: SendCommits[] = [];
  readonly #clients: string[] = [];

  respond(step: Step, url: URL, body: Buffer): StubResponse {
    if (step === "open") return this.#open(JSON.parse(body.toString()) as OpenRun);
    if (step === "events") return this.#receiveBatch(url, body);
    if (step === "artifact") return this.#receiveFile(url, body);
    if (step === "commits") return this.#receiveCommits(JSON.parse(body.toString()) as SendCommits);
    return this.#complete(JSON.parse(body.toString()) as CompleteRun);
  }

  #receiveCommits(sent: SendCommits): StubResponse {
    this.commits.push(sent);
    return ok({ missing: sent.hashes ?? [] });
  }

  #batchesFor(source: unknown): ResultEvent[][] {
    return (this.batches[Number(source) - firstSource] ??= []);
  }

  #open(requested: OpenRun): StubResponse {
    this.opened.push(requested);
    if (!this.#clients.includes(requested.clientId)) this.#clients.push(requested.clientId);
    const source = firstSource + this.#clients.indexOf(requested.clientId);
    return ok({
      reportId: 7,
      number: 3,
      url: "/reports/7",
      source,
      acknowledged: this.#batchesFor(source).length,
      heartbeatSeconds: 60,
      maxBatchBytes: 4_000_000,
    });
  }

  #receiveBatch(url: URL, body: Buffer): StubResponse {
    const number = Number(url.searchParams.get("batch") ?? 0);
    const batches = this.#batchesFor(url.searchParams.get("source"));
    if (body.length > 0 && number > batches.length + 1) return missing(batches.length + 1);
    if (body.length > 0 && number === batches.length + 1) batches.push(parseEvents(body));
    return ok({ acknowledged: batches.length });
  }

  #receiveFile(url: URL, body: Buffer): StubResponse {
    const sent = (key: string) => url.searchParams.get(key);
    this.files.push({
      test: sent("test"),
      attempt: sent("attempt"),
      step: sent("step"),
      name: sent("name"),
      contentType: sent("contentType"),
      content: body.toString(),
    });
    return ok({ sha256: "0".repeat(64), size: body.length });
  }

  #complete(completion: CompleteRun): StubResponse {
    const received = this.#batchesFor(completion.source).length;
    if (completion.batches !== received) return missing(received + 1);
    this.completed.push(completion);
    return ok({
      reportId: 7,
      number: 3,
      url: "/reports/7",
      suite: "web",
      status: "completed",
      total: 1,
      passed: 1,
      failed: 0,
      errored: 0,
      skipped: 0,
      flaky: 0,
      problems: [],
    });
  }
}

/**
 * Starts a server with the live protocol that stores everything it receives.
 *
 * @param refuse Called for each request, with the number of earlier requests of that kind.
 */
export async function startStubLiveServer(
  refuse: (step: Step, before: number) => Refusal | null = () => null,
): Promise<StubLiveServer> {
  const protocol = new LiveProtocol();
  const authorizations = new Set<string | undefined>();
  const calls = { open: 0, events: 0, artifact: 0, complete: 0, commits: 0 };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://far.end");
    const step = stepOf(url.pathname);
    const refusal = refuse(step, calls[step]++);
    authorizations.add(request.headers.authorization);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (refusal === "hang") return;
      if (refusal === "cut") {
        request.socket.destroy();
        return;
      }
      const reply = refusal ?? protocol.respond(step, url, Buffer.concat(chunks));
      response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened: protocol.opened,
    batches: protocol.batches[0] ?? [],
    files: protocol.files,
    completed: protocol.completed,
    commits: protocol.commits,
    authorizations,
    events: () => protocol.batches.flat(2),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns an error response in the format of the server. */
export function refusal(status: number, code: string, error: string): Refusal {
  return { status, body: { success: false, code, error } };
}

function ok(data: object): StubResponse {
  return { status: 200, body: { success: true, data } };
}

function missing(expected: number): StubResponse {
  return { status: 409, body: { success: false, code: "conflict", error: "A batch is missing", expected } };
}

function parseEvents(body: Buffer): ResultEvent[] {
  return body
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ResultEvent);
}

function stepOf(path: string): Step {
  if (path.endsWith("/events")) return "events";
  if (path.endsWith("/artifacts")) return "artifact";
  if (path.endsWith("/commits")) return "commits";
  return path.endsWith("/complete") ? "complete" : "open";
}
