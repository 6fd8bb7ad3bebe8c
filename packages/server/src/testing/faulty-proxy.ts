import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A fault of a storage. Errors have the XML that S3 documents. */
export type StorageFault =
  | "denies"
  | "is full"
  | "has a full quota"
  | "is overloaded"
  | "stalls"
  | "stalls within the content"
  | "cuts off the content"
  | "changes a byte";

const errors: Partial<Record<StorageFault, readonly [number, string]>> = {
  denies: [403, "AccessDenied"],
  "is full": [507, "XMinioStorageFull"],
  "has a full quota": [403, "QuotaExceeded"],
  "is overloaded": [503, "SlowDown"],
};

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** Headers of the requests so far. */
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: NodeJS.Dict<unknown>;
  }[];
  /** `null` to pass requests on. With a method, other requests are passed on. */
  set(fault: StorageFault | null, method?: string): void;
  /** Refuses connections until `start` is called. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Number of open connections. */
  connections(): number;
}

/** Starts a proxy in front of an object storage. Signatures stay valid, because the Host header is passed on. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let fault: StorageFault | null = null;
  let only: string | undefined;
  let port = 0;
  const sockets = new Set<Socket>();
  const requests: FaultyProxy["requests"][number][] = [];
  const server = createServer((incoming, response) => {
    const { method = "", url: path = "", headers } = incoming;
    requests.push({ method, path, headers });
    const current = only === undefined || only === method ? fault : null;
    const error = current === null ? undefined : errors[current];
    if (error !== undefined) return refuse(incoming, response, error);
    if (current === "stalls") return void incoming.resume();
    pass(target, incoming, response, current);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const start = () =>
    new Promise<void>((resolve) => {
      server.listen(port, "127.0.0.1", () => {
        ({ port } = server.address() as AddressInfo);
        resolve();
      });
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    set(next, method) {
      fault = next;
      only = method;
    },
    start,
    stop,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: stop,
  };
}

function refuse(incoming: IncomingMessage, response: ServerResponse, [status, code]: readonly [number, string]): void {
  incoming.resume().once("end", () => {
    response.writeHead(status, { "content-type": "application/xml" });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message><RequestId>1</RequestId></Error>`,
    );
  });
}

function pass(target: string, incoming: IncomingMessage, response: ServerResponse, fault: StorageFault | null): void {
  const { method, url: path, headers } = incoming;
  const { hostname, port } = new URL(target);
  const forwarded = request({ hostname, port, method, path, headers, agent: false }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    // Swift sends a body that HTTP does not allow, and the connection fails.
    if (method === "HEAD") {
      response.end();
      return;
    }
    let isFirst = true;
    received.on("data", (chunk: Buffer) => {
      const half = chunk.subarray(0, Math.floor(chunk.length / 2));
      if (fault === "stalls within the content") {
        if (isFirst) response.write(half);
      } else if (fault === "cuts off the content") response.write(half, () => response.destroy());
      else response.write(fault === "changes a byte" && isFirst ? changed(chunk) : chunk);
      isFirst = false;
    });
    received.on("end", () => {
      if (fault !== "stalls within the content" && fault !== "cuts off the content") response.end();
    });
    received.on("error", () => response.destroy());
  });
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
}

function changed(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy[0] = (copy[0] ?? 0) ^ 1;
  return copy;
}
