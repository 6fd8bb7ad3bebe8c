import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const checkMs = 100;
const connectAttempts = 100;

export interface ReplicaProxy extends AsyncDisposable {
  readonly url: string;
  add(url: string): void;
}

/**
 * Distributes TCP connections over servers in turn, as a load balancer does: only over those whose `/readyz` returned 200 in the last check, and over
 * the next one if a connection is refused.
 */
export async function startReplicaProxy(): Promise<ReplicaProxy> {
  const backends: { readonly url: string; isReady: boolean }[] = [];
  const sockets = new Set<Socket>();
  const stopped = new AbortController();
  let turn = 0;

  const check = async (backend: (typeof backends)[number]) => {
    while (!stopped.signal.aborted) {
      backend.isReady = await fetch(`${backend.url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      await sleep(checkMs);
    }
  };
  const reach = async (): Promise<Socket | null> => {
    for (let attempt = 0; attempt < connectAttempts; attempt += 1) {
      const ready = backends.filter(({ isReady }) => isReady);
      const backend = ready[(turn += 1) % ready.length];
      if (backend === undefined) {
        await sleep(checkMs);
        continue;
      }
      const { hostname, port } = new URL(backend.url);
      const socket = connect({ host: hostname, port: Number(port) });
      try {
        await once(socket, "connect");
        return socket;
      } catch {
        backend.isReady = false;
      }
    }
    return null;
  };
  const relay = async (client: Socket) => {
    client.on("error", () => undefined).pause();
    const server = await reach();
    if (server === null) {
      client.destroy();
      return;
    }
    for (const socket of [client, server]) sockets.add(socket.on("error", () => undefined));
    client.on("close", () => server.destroy()).pipe(server);
    server.on("close", () => client.destroy()).pipe(client);
  };

  const proxy = createServer((client) => void relay(client));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    add(url) {
      const backend = { url, isReady: true };
      backends.push(backend);
      void check(backend);
    },
    async [Symbol.asyncDispose]() {
      stopped.abort();
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
