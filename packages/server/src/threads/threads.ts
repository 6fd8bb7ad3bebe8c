import { MessageChannel, type MessagePort, type ResourceLimits, type Transferable, Worker } from "node:worker_threads";

/** A kind of thread. */
export interface ThreadKind {
  /** A file that hands what it does to `onTask`. */
  readonly script: URL;
  /** How many threads of it there are at most. */
  readonly most: number;
  /** Tasks share a thread if none is free; otherwise they wait in line for one. */
  readonly shared: boolean;
  /** How long a thread waits for another task; 0: each task has a thread, and its memory goes with it. */
  readonly idleMs: number;
  /** Of each thread: it ends before the server does. */
  readonly limits: ResourceLimits & { readonly maxOldGenerationSizeMb: number };
  /** Discards output of libraries. */
  readonly quiet?: boolean;
}

/** One piece of work in a thread. Disposing of it ends the work, finished or not. */
export interface Task extends AsyncDisposable {
  /** Port to the worker. */
  readonly port: MessagePort;
  /** Rejects once the thread is gone, with the reason. Never resolves. */
  readonly broken: Promise<never>;
}

export interface Threads extends AsyncDisposable {
  /** @throws the reason of `signal`, if that aborts while the task waits in line. */
  begin(
    kind: ThreadKind,
    job: object,
    options?: { readonly signal?: AbortSignal; readonly transfer?: readonly Transferable[] },
  ): Promise<Task>;
}

/** Start message of a task. */
export interface Begun {
  readonly job: unknown;
  readonly port: MessagePort;
}

/** Why a task ended whose thread needed more memory than it may have. */
export class OutOfMemory extends Error {
  constructor(memoryMb: number) {
    super(`It needs more memory than one task may have (${memoryMb} MB).`);
  }
}

interface Thread {
  readonly worker: Worker;
  readonly broken: Promise<never>;
  tasks: number;
  idle: NodeJS.Timeout | null;
}

interface Room {
  readonly threads: Set<Thread>;
  readonly waiting: (() => void)[];
}

/**
 * Pool of threads: they read reports, render documents and decode pictures, so that the server stays responsive. A
 * crash of a thread only affects its tasks. Threads start on demand.
 */
export function createThreads(): Threads {
  const rooms = new Map<ThreadKind, Room>();
  const roomOf = (kind: ThreadKind) => {
    const room = rooms.get(kind) ?? { threads: new Set(), waiting: [] };
    rooms.set(kind, room);
    return room;
  };
  const borrow = async (kind: ThreadKind, signal: AbortSignal | undefined): Promise<Thread> => {
    const room = roomOf(kind);
    for (;;) {
      signal?.throwIfAborted();
      const [freest] = [...room.threads].toSorted((a, b) => a.tasks - b.tasks);
      const full = room.threads.size >= kind.most;
      if (freest !== undefined && (freest.tasks === 0 || (full && kind.shared))) return taken(freest);
      if (!full) return taken(start(kind, room));
      await turn(room, signal);
    }
  };
  return {
    async begin(kind, job, { signal, transfer = [] } = {}) {
      const thread = await borrow(kind, signal);
      const { port1: port, port2 } = new MessageChannel();
      thread.worker.postMessage({ job, port: port2 } satisfies Begun, [...transfer, port2]);
      // Waiting callers receive the end of the port.
      thread.broken.catch(() => port.close());
      let over = false;
      return {
        port,
        broken: thread.broken,
        async [Symbol.asyncDispose]() {
          if (over) return;
          over = true;
          port.close();
          thread.tasks -= 1;
          if (kind.idleMs === 0) {
            roomOf(kind).threads.delete(thread);
            await thread.worker.terminate();
          } else if (thread.tasks === 0)
            thread.idle = setTimeout(() => void thread.worker.terminate(), kind.idleMs).unref();
          roomOf(kind).waiting.shift()?.();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      const all = [...rooms.values()].flatMap(({ threads }) => [...threads]);
      await Promise.all(all.map(({ worker }) => worker.terminate()));
    },
  };
}

function taken(thread: Thread): Thread {
  if (thread.idle !== null) clearTimeout(thread.idle);
  thread.idle = null;
  thread.tasks += 1;
  return thread;
}

function start({ script, limits, quiet = false }: ThreadKind, room: Room): Thread {
  const worker = new Worker(script, { resourceLimits: limits, stdout: quiet, stderr: quiet });
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // Only callers with a task need the rejection.
  broken.catch(() => undefined);
  const thread: Thread = { worker, broken, tasks: 0, idle: null };
  worker.on("error", (error: NodeJS.ErrnoException) => {
    // It is still ending and must not be reused.
    room.threads.delete(thread);
    reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new OutOfMemory(limits.maxOldGenerationSizeMb) : error);
  });
  worker.once("exit", () => {
    room.threads.delete(thread);
    if (thread.idle !== null) clearTimeout(thread.idle);
    reject(new Error("A thread ended before it was done."));
    room.waiting.shift()?.();
  });
  // An idle thread keeps nothing running.
  worker.unref();
  room.threads.add(thread);
  return thread;
}

/** Waits in line until a thread may be free. @throws the reason of `signal`. */
async function turn({ waiting }: Room, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  const leave = () => {
    const at = waiting.indexOf(resolve);
    if (at >= 0) waiting.splice(at, 1);
    resolve();
  };
  signal?.addEventListener("abort", leave);
  await promise;
  signal?.removeEventListener("abort", leave);
}
