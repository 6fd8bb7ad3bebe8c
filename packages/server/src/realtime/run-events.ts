import type { RunUpdated } from "@plumb/contract/realtime.ts";
import type { Context } from "#core/context.ts";
import type { Entered, Server, Socket } from "./access.ts";
import type { Message } from "#core/bus.ts";
import { PendingChanges } from "./pending-changes.ts";
import type { Missed, RoomHistory } from "./room-history.ts";
import { projectRoom, reportRoom } from "./rooms.ts";
import { type RunReader, type RunRef, type SlowDetails } from "./run-reader.ts";

/**
 * Interval of updates to clients that watch a run, regardless of how fast results arrive: short enough to look immediate, longer if sending takes
 * long.
 */
const everyMs = { min: 100, limits: 200 };
/** Sending may use at most an eighth of the time. */
const share = 8;
/** Maximum number of tests in an event; clients that show more request them. Clients that reconnect receive more in one message. */
const limits = { tests: 25, missed: 200 };
/** Maximum number of events that wait for a slow connection. A connection with more is closed and receives what it missed after reconnecting. */
const maxWaiting = 64;

interface FollowedRun extends RunRef, SlowDetails {
  readonly pending: PendingChanges;
  /** Set while the next update is delayed. */
  timer: NodeJS.Timeout | null;
  /** Settles when the current update has been sent. */
  sending: Promise<void>;
  /** How long sending the last update took, in milliseconds. */
  tookMs: number;
}

type RunMessage = Extract<Message, { about: "run" }>;

/**
 * Forwards changes of runs to clients. It only reads a run if a client listens, and not more often than it sends updates. A run has one of three
 * states:
 *
 * - idle: it is not in `#followed`. After a change it is sending if a client listens; otherwise the change is dropped.
 * - sending: its changes are read and sent; the others are pending. After that it is waiting.
 * - waiting: a timer runs, and changes are pending. When the timer ends, a run with pending changes is sending, otherwise it is idle.
 *
 * When a run ends, in any state, pending changes are sent, then the end, and it is idle.
 */
export class RunEvents {
  readonly #io: Server;
  readonly #log: Context["log"];
  readonly #reader: RunReader;
  readonly #history: RoomHistory;
  readonly #followed = new Map<number, FollowedRun>();

  constructor(io: Server, log: Context["log"], reader: RunReader, history: RoomHistory) {
    this.#io = io;
    this.#log = log;
    this.#reader = reader;
    this.#history = history;
  }

  /** @param number Number of the message in the history. */
  take(message: RunMessage, number: number): void {
    const { change, reportId } = message;
    if (change === "started") this.#started(message, number);
    else if (change === "updated") this.#updated(message, number);
    else
      this.#finished(message, number)
        .catch((error: unknown) => this.#log.warn({ err: error, reportId }, "the end of a run could not be sent"))
        .finally(() => this.#history.done(number));
  }

  /** Sends a connection the messages that it missed in a room that it has rejoined. */
  async catchUp(socket: Socket, { projectId, reportId }: Entered, missed: Missed): Promise<void> {
    const sentUpTo = this.#history.sentUpTo();
    const startedOrEnded = [...missed.runs, ...(reportId !== null && missed.isStartedOrEnded ? [reportId] : [])];
    for (const id of startedOrEnded) {
      const event = await this.#reader.completion({ projectId, reportId: id });
      if (event.status === "running") socket.emit("test-execution-started", { projectId, reportId: id }, sentUpTo);
      else socket.emit("test-execution-completed", event, sentUpTo);
    }
    if (reportId === null || !(missed.isUpdated || missed.isStartedOrEnded)) return;
    const event = await this.#reader.update({ projectId, reportId }, within(missed.tests, limits.missed), null);
    if (event !== null) socket.emit("test-updated", event, sentUpTo);
  }

  stop(): void {
    for (const { timer } of this.#followed.values()) if (timer !== null) clearTimeout(timer);
    this.#followed.clear();
  }

  #started({ projectId, reportId }: RunMessage, number: number): void {
    this.#history.done(number);
    this.#io
      .to(roomsOf({ projectId, reportId }))
      .emit("test-execution-started", { projectId, reportId }, this.#history.sentUpTo());
  }

  #updated({ projectId, reportId, tests }: RunMessage, number: number): void {
    const followed = this.#followed.get(reportId);
    if (followed !== undefined) return followed.pending.add(number, tests);
    if (!this.#hasListeners(reportRoom(projectId, reportId))) return this.#history.done(number);
    const run: FollowedRun = {
      projectId,
      reportId,
      pending: new PendingChanges(this.#history, limits.tests),
      timer: null,
      sending: Promise.resolve(),
      tookMs: 0,
      estimate: null,
      changesFrom: 0,
    };
    run.pending.add(number, tests);
    this.#followed.set(reportId, run);
    this.#sendThenWait(run);
  }

  async #finished({ projectId, reportId }: RunMessage, number: number): Promise<void> {
    const run = this.#followed.get(reportId);
    if (run !== undefined) {
      this.#followed.delete(reportId);
      if (run.timer !== null) clearTimeout(run.timer);
      await run.sending;
      await this.#send(run);
      run.pending.discard();
    }
    const rooms = roomsOf({ projectId, reportId });
    if (!rooms.some((room) => this.#hasListeners(room))) return;
    const event = await this.#reader.completion({ projectId, reportId });
    this.#history.done(number);
    this.#io.to(rooms).emit("test-execution-completed", event, this.#history.sentUpTo());
  }

  #sendThenWait(run: FollowedRun): void {
    run.sending = this.#send(run);
    void run.sending.then(() => {
      // The run may have ended in the meantime.
      if (this.#followed.get(run.reportId) === run) this.#wait(run);
    });
  }

  #wait(run: FollowedRun): void {
    const ms = Math.min(everyMs.limits, Math.max(everyMs.min, run.tookMs * share));
    const next = () => {
      run.timer = null;
      if (run.pending.isEmpty) this.#followed.delete(run.reportId);
      else this.#sendThenWait(run);
    };
    run.timer = setTimeout(next, ms).unref();
  }

  async #send(run: FollowedRun): Promise<void> {
    const changes = run.pending.take();
    if (changes === null) return;
    const { projectId, reportId } = run;
    try {
      const event = await this.#reader.update(run, within(changes.tests, limits.tests), run);
      this.#history.done(changes.first);
      const before = performance.now();
      if (event !== null) this.#emit(reportRoom(projectId, reportId), event);
      run.tookMs = performance.now() - before;
    } catch (error) {
      this.#log.warn({ err: error, reportId }, "a run was not followed");
      run.pending.putBack(changes);
    }
  }

  #emit(room: string, event: RunUpdated): void {
    for (const id of this.#io.of("/").adapter.rooms.get(room) ?? []) {
      const socket = this.#io.of("/").sockets.get(id);
      if (socket !== undefined && waitingOn(socket) > maxWaiting) socket.conn.close(true);
    }
    this.#io.to(room).emit("test-updated", event, this.#history.sentUpTo());
  }

  /** Returns whether a client is in the room. */
  #hasListeners(room: string): boolean {
    return (this.#io.of("/").adapter.rooms.get(room)?.size ?? 0) > 0;
  }
}

function roomsOf({ projectId, reportId }: RunRef): string[] {
  return [projectRoom(projectId), reportRoom(projectId, reportId)];
}

/** Returns `null` if there are too many ids or they are unknown. */
function within(ids: Iterable<number> | null, max: number): readonly number[] | null {
  const listed = ids === null ? null : [...ids];
  return listed === null || listed.length > max ? null : listed;
}

/** Returns the number of packets that the connection still has to send. */
function waitingOn({ conn }: Socket): number {
  return (conn as unknown as { readonly writeBuffer?: readonly unknown[] }).writeBuffer?.length ?? 0;
}
