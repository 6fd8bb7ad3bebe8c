import type { RunUpdated } from "@plumb/contract/realtime.ts";
import type { BenchServer } from "./server.ts";

/** Messages that one connection received about a run: the time, and the number of finished tests. */
export type Received = readonly { readonly at: number; readonly decided: number }[];

export interface Watchers extends Disposable {
  readonly heard: readonly Received[];
  /** Number of connections that the server closed. */
  readonly lost: () => number;
}

/** Number of connections per account. The server allows fifty. */
export const watchersOfAccount = 50;

/** Opens `count` connections that join the room of a report. */
export async function watchReport(
  server: BenchServer,
  tokens: readonly string[],
  reportId: number,
  count: number,
): Promise<Watchers> {
  const address = `${server.url.replace(/^http/, "ws")}/socket.io/?EIO=4&transport=websocket`;
  const sockets: WebSocket[] = [];
  const received: { at: number; decided: number }[][] = [];
  let [lost, closing] = [0, false];
  for (let index = 0; index < count; index += 1) {
    const mine: { at: number; decided: number }[] = [];
    received.push(mine);
    const token = tokens[Math.floor(index / watchersOfAccount)] ?? "";
    const socket = await joined(address, token, reportId, (event) => {
      const { passed, failed, errored, skipped } = event.summary;
      mine.push({ at: performance.now(), decided: passed + failed + errored + skipped });
    });
    socket.addEventListener("close", () => (lost += closing ? 0 : 1));
    sockets.push(socket);
  }
  return {
    heard: received,
    lost: () => lost,
    [Symbol.dispose]() {
      closing = true;
      for (const socket of sockets) socket.close();
    },
  };
}

/** Implements the Socket.IO protocol directly, because five hundred complete clients would use too much processor time. */
function joined(
  address: string,
  token: string,
  reportId: number,
  onUpdate: (event: RunUpdated) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.addEventListener("error", () => reject(new Error("A connection could not be opened.")));
    socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
      if (data.startsWith("42")) {
        const [event, update] = JSON.parse(data.slice(2)) as [string, RunUpdated];
        if (event === "test-updated") onUpdate(update);
      } else if (data === "2") socket.send("3");
      else if (data.startsWith("0{")) socket.send(`40${JSON.stringify({ token })}`);
      else if (data.startsWith("40")) socket.send(`420["join-report",${reportId}]`);
      else if (data.startsWith('430[{"success":true')) resolve(socket);
      else reject(new Error(`A connection was refused: ${data}`));
    });
  });
}
