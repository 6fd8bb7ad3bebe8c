import type { Joined } from "@plumb/contract/realtime.ts";
import type { TestApp } from "./app.ts";

export interface LiveClient extends Disposable {
  /** Error with which the server rejected the handshake; `null` if it accepted the client. */
  readonly refusal: string | null;
  /** All received events, oldest first. */
  readonly heard: readonly { readonly event: string; readonly data: unknown; readonly number?: unknown }[];
  /** Returns the data of the next event with this name that was not returned before. */
  next(event: string): Promise<unknown>;
  emit(event: string, ...data: unknown[]): void;
  /** Sends an event and waits for the response. */
  ask(event: string, ...data: unknown[]): Promise<Joined>;
  /** Resolves when the server has closed the connection. */
  readonly ended: Promise<void>;
}

/** Makes a test app listen on a port and returns its address. */
export async function listening({ app }: Pick<TestApp, "app">): Promise<string> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("The app has no port.");
  return `ws://127.0.0.1:${address.port}`;
}

/**
 * Connects with the Socket.IO protocol (version 5 over Engine.IO 4) on a plain WebSocket, as clients in other languages do:
 * https://socket.io/docs/v4/socket-io-protocol/
 */
export function connectLive(address: string, auth: unknown): Promise<LiveClient> {
  const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket`);
  const received: { event: string; data: unknown; number: unknown }[] = [];
  const taken = new Set<object>();
  const waiting = new Set<() => void>();
  const responses = new Map<number, (joined: Joined) => void>();
  let count = 0;
  const ended = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve()));
  const clientOf = (refusal: string | null): LiveClient => ({
    refusal,
    heard: received,
    ended,
    next(event) {
      return new Promise((resolve, reject) => {
        const check = () => {
          const found = received.find((one) => one.event === event && !taken.has(one));
          if (found === undefined) return;
          waiting.delete(check);
          taken.add(found);
          resolve(found.data);
        };
        waiting.add(check);
        void ended.then(() => reject(new Error(`The connection ended before a ${event} came.`)));
        check();
      });
    },
    emit: (event, ...data) => socket.send(`42${JSON.stringify([event, ...data])}`),
    ask(event, ...data) {
      const id = (count += 1);
      socket.send(`42${id}${JSON.stringify([event, ...data])}`);
      return new Promise((resolve) => responses.set(id, resolve));
    },
    [Symbol.dispose]: () => socket.close(),
  });
  return new Promise((resolve, reject) => {
    for (const event of ["error", "close"] as const)
      socket.addEventListener(event, () => reject(new Error("The connection could not be opened.")));
    socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
      if (data.startsWith("0{")) socket.send(`40${JSON.stringify(auth)}`);
      else if (data === "2") socket.send("3");
      else if (data.startsWith("40")) resolve(clientOf(null));
      else if (data.startsWith("44")) resolve(clientOf((JSON.parse(data.slice(2)) as { message: string }).message));
      else if (data.startsWith("42")) {
        const [event, ...rest] = JSON.parse(data.slice(2)) as [string, ...unknown[]];
        received.push({ event, data: rest[0], number: rest[1] });
        for (const check of waiting) check();
      } else {
        const [, id, response] = /^43(\d+)(\[.*)$/s.exec(data) ?? [];
        if (response !== undefined) responses.get(Number(id))?.((JSON.parse(response) as [Joined])[0]);
      }
    });
  });
}
