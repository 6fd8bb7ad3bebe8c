import { MessageChannel, type MessagePort, type ResourceLimits, type Transferable, Worker } from "node:worker_threads";

/** Script and limits of threads. */
export interface WorkerKind {
  /** Script that passes its work to `onTask`. */
  readonly script: URL;
  /** Maximum number of threads. */
  readonly max: number;
  /** Whether tasks share a thread if none is free; otherwise they wait for one. */
  readonly shared: boolean;
  /** Time that a thread waits for another task; with 0, each task has its own thread, whose memory is freed at its end. */
  readonly idleMs: number;
  /** Limits of each thread, so that it runs out of memory before the server does. */
  readonly limits: ResourceLimits & { readonly maxOldGenerationSizeMb: number };
  /** Discards output of libraries. */
  readonly quiet?: boolean;
}

/** A task in a thread. Disposing of it ends the task, finished or not. */
export interface Task extends AsyncDisposable {
  /** Port for messages to and from the task. */
  readonly port: MessagePort;
  /** Rejects with the reason when the thread has ended. Never resolves. */
  readonly broken: Promise<never>;
}

export interface WorkerPool extends AsyncDisposable {
  /** @throws the reason of `signal` if it is aborted while the task waits. */
  begin(
    kind: WorkerKind,
    job: object,
    options?: { readonly signal?: AbortSignal; readonly transfer?: readonly Transferable[] },
  ): Promise<Task>;
}

/** Start message of a task. */
export interface Started {
  readonly job: unknown;
  readonly port: MessagePort;
}

/** Error of a task whose thread exceeded its memory limit. */
export class OutOfMemory extends Error {
  constructor(memoryMb: number) {
    super(`It needs more memory than one task may have (${memoryMb} MB).`);
  }
}

interface PooledWorker {
  readonly worker: Worker;
  readonly broken: Promise<never>;
  tasks: number;
  idle: NodeJS.Timeout | null;
}

interface KindState {
  readonly threads: Set<PooledWorker>;
  readonly waiting: (() => void)[];
}

/**
 * Creates a pool of threads that read reports, render documents and decode pictures, so that the server stays responsive. A crash of a thread only
 * affects its tasks. Threads start on demand.
 */
export function createWorkerPool(): WorkerPool {
  const rooms = new Map<WorkerKind, KindState>();
  const roomOf = (kind: WorkerKind) => {
    const room = rooms.get(kind) ?? { threads: new Set(), waiting: [] };
    rooms.set(kind, room);
    return room;
  };
  const borrow = async (kind: WorkerKind, signal: AbortSignal | undefined): Promise<PooledWorker> => {
    const room = roomOf(kind);
    for (;;) {
      signal?.throwIfAborted();
      const [freest] = [...room.threads].toSorted((a, b) => a.tasks - b.tasks);
      const full = room.threads.size >= kind.max;
      if (freest !== undefined && (freest.tasks === 0 || (full && kind.shared))) return taken(freest);
      if (!full) return taken(start(kind, room));
      await waitForThread(room, signal);
    }
  };
  return {
    async begin(kind, job, { signal, transfer = [] } = {}) {
      const thread = await borrow(kind, signal);
      const { port1: port, port2 } = new MessageChannel();
      thread.worker.postMessage({ job, port: port2 } satisfies Started, [...transfer, port2]);
      // Callers that wait for a message receive the close event of the port.
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

function taken(thread: PooledWorker): PooledWorker {
  if (thread.idle !== null) clearTimeout(thread.idle);
  thread.idle = null;
  thread.tasks += 1;
  return thread;
}

function start({ script, limits, quiet = false }: WorkerKind, room: KindState): PooledWorker {
  const worker = new Worker(script, { resourceLimits: limits, stdout: quiet, stderr: quiet });
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection if the thread has no task.
  broken.catch(() => undefined);
  const thread: PooledWorker = { worker, broken, tasks: 0, idle: null };
  worker.on("error", (error: NodeJS.ErrnoException) => {
    // The thread is ending and must not be reused.
    room.threads.delete(thread);
    reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new OutOfMemory(limits.maxOldGenerationSizeMb) : error);
  });
  worker.once("exit", () => {
    room.threads.delete(thread);
    if (thread.idle !== null) clearTimeout(thread.idle);
    reject(new Error("A thread ended before it was done."));
    room.waiting.shift()?.();
  });
  // An idle thread must not keep the process running.
  worker.unref();
  room.threads.add(thread);
  return thread;
}

/**
 * Waits until a thread may be free.
 *
 * @throws the reason of `signal`
 */
async function waitForThread({ waiting }: KindState, signal: AbortSignal | undefined): Promise<void> {
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
