import type { RunCompleted, RunUpdated } from "@plumb/contract/realtime.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { Context } from "#core/context.ts";
import type { Entered, Server, Socket } from "#realtime/access.ts";
import type { Message } from "#realtime/bus.ts";
import type { Missed, RoomHistory } from "#realtime/room-history.ts";
import { projectRoom, reportRoom } from "#realtime/rooms.ts";
import { rowsOf } from "#store/results/results.ts";
import { withEstimate } from "#store/runs/run-estimate.ts";
import { reportById } from "#store/runs/runs.ts";

/** However fast results arrive, whoever watches a run hears of it this often: people see it as at once. Less often where telling takes long. */
const everyMs = { least: 100, most: 200 };
/** Telling takes one in so many parts of the time. */
const share = 8;
/** When a run will end is looked up this often. */
const estimateMs = 5000;
/** Tests that one event names; more are read by whoever shows them. Somebody who comes back is told of more at once. */
const most = { tests: 25, missed: 200 };
/** Events that wait for a slow line. One on which more wait is cut: it comes back and is told what it missed. */
const mostWaiting = 64;

interface Pace {
  readonly projectId: number;
  readonly reportId: number;
  /** The first message of what is to be said; null: nothing is. */
  first: number | null;
  /** Results that changed with it; null: more than are known. */
  tests: Set<number> | null;
  timer: NodeJS.Timeout | null;
  /** What is being said. */
  speaking: Promise<void>;
  /** How long the last word took to go out. */
  tookMs: number;
  estimate: { readonly at: number; readonly endsAt: string | null } | null;
}

type RunMessage = Extract<Message, { about: "run" }>;

/** Passes on what happens to runs. Reads a run only if somebody listens, and not more often than it says so. */
export function createRunEvents(
  io: Server,
  { clock, db, log }: Pick<Context, "clock" | "db" | "log">,
  history: RoomHistory,
): {
  take(message: RunMessage, number: number): void;
  catchUp(socket: Socket, entered: Entered, missed: Missed): Promise<void>;
  stop(): void;
} {
  const paces = new Map<number, Pace>();

  /** What is to be said of a run that grows; null where it is gone or over. */
  const updateOf = async (
    { projectId, reportId }: Pick<Pace, "projectId" | "reportId">,
    tests: readonly ResultRow[] | null,
    pace: Pace | null,
  ): Promise<RunUpdated | null> => {
    const report = await reportById(db, projectId, reportId);
    if (report === null) return null;
    if (pace !== null && (pace.estimate === null || performance.now() - pace.estimate.at > estimateMs)) {
      const { progress } = await withEstimate(db, report, clock());
      pace.estimate = { at: performance.now(), endsAt: progress?.endsAt ?? null };
    }
    const endsAt = pace?.estimate?.endsAt ?? null;
    const progress = report.progress && { ...report.progress, endsAt };
    const [test = null, ...others] = tests ?? [];
    return {
      projectId,
      reportId,
      test: others.length === 0 ? test : null,
      tests,
      summary: report.summary,
      ...(progress && { progress }),
    };
  };

  const rowsWithin = (projectId: number, ids: readonly number[] | null, limit: number) =>
    ids === null || ids.length > limit ? null : rowsOf(db, projectId, ids);

  const speak = async (pace: Pace): Promise<void> => {
    const { projectId, reportId, first, tests } = pace;
    if (first === null) return;
    pace.first = null;
    pace.tests = new Set();
    try {
      const rows = await rowsWithin(projectId, tests === null ? null : [...tests], most.tests);
      const event = await updateOf(pace, rows, pace);
      history.done(first);
      const before = performance.now();
      if (event !== null) emit(reportRoom(projectId, reportId), event);
      pace.tookMs = performance.now() - before;
    } catch (error) {
      log.warn({ err: error, reportId }, "a run was not followed");
      // What could not be read is said with what comes next.
      if (pace.first !== null) history.done(pace.first);
      pace.first = first;
      pace.tests = null;
    }
  };

  const emit = (room: string, event: RunUpdated) => {
    for (const id of io.of("/").adapter.rooms.get(room) ?? []) {
      const socket = io.of("/").sockets.get(id);
      if (socket !== undefined && waitingOn(socket) > mostWaiting) socket.conn.close(true);
    }
    io.to(room).emit("test-updated", event, history.said());
  };

  const wait = (pace: Pace) => {
    const next = () => {
      pace.timer = null;
      if (pace.first === null) paces.delete(pace.reportId);
      else {
        pace.speaking = speak(pace);
        void pace.speaking.then(() => {
          if (paces.get(pace.reportId) === pace) wait(pace);
        });
      }
    };
    const ms = Math.min(everyMs.most, Math.max(everyMs.least, pace.tookMs * share));
    pace.timer = setTimeout(next, ms).unref();
  };

  const updated = ({ projectId, reportId, tests }: RunMessage, number: number) => {
    const known = paces.get(reportId);
    if (known === undefined && !listensTo(io, reportRoom(projectId, reportId))) return history.done(number);
    const pace = known ?? newPace(projectId, reportId);
    if (pace.first === null) pace.first = number;
    else history.done(number);
    if (tests === undefined || pace.tests === null || pace.tests.size > most.tests) pace.tests = null;
    else for (const id of tests) pace.tests.add(id);
    if (known !== undefined) return;
    paces.set(reportId, pace);
    pace.speaking = speak(pace);
    void pace.speaking.then(() => paces.get(reportId) === pace && wait(pace));
  };

  const completion = async (projectId: number, reportId: number): Promise<RunCompleted> => {
    const { summary = null, status = null } = (await reportById(db, projectId, reportId)) ?? {};
    return { projectId, reportId, summary, status };
  };

  const finished = async ({ projectId, reportId }: RunMessage, number: number) => {
    const pace = paces.get(reportId);
    if (pace !== undefined) {
      // What is left is said before the end is.
      paces.delete(reportId);
      if (pace.timer !== null) clearTimeout(pace.timer);
      await pace.speaking;
      await speak(pace);
      if (pace.first !== null) history.done(pace.first);
    }
    const rooms = [projectRoom(projectId), reportRoom(projectId, reportId)];
    if (!rooms.some((room) => listensTo(io, room))) return;
    const event = await completion(projectId, reportId);
    history.done(number);
    io.to(rooms).emit("test-execution-completed", event, history.said());
  };

  return {
    take(message, number) {
      const { change, projectId, reportId } = message;
      if (change === "updated") updated(message, number);
      else if (change === "started") {
        history.done(number);
        const rooms = [projectRoom(projectId), reportRoom(projectId, reportId)];
        io.to(rooms).emit("test-execution-started", { projectId, reportId }, history.said());
      } else
        finished(message, number)
          .catch((error: unknown) => log.warn({ err: error, reportId }, "the end of a run was not told"))
          .finally(() => history.done(number));
    },

    async catchUp(socket, { projectId, reportId }, missed) {
      const said = history.said();
      const turned = [...missed.runs, ...(reportId !== null && missed.turned ? [reportId] : [])];
      for (const id of turned) {
        const event = await completion(projectId, id);
        if (event.status === "running") socket.emit("test-execution-started", { projectId, reportId: id }, said);
        else socket.emit("test-execution-completed", event, said);
      }
      if (reportId === null || !(missed.grew || missed.turned)) return;
      const rows = await rowsWithin(projectId, missed.tests, most.missed);
      const event = await updateOf({ projectId, reportId }, rows, null);
      if (event !== null) socket.emit("test-updated", event, said);
    },

    stop() {
      for (const { timer } of paces.values()) if (timer !== null) clearTimeout(timer);
      paces.clear();
    },
  };
}

function newPace(projectId: number, reportId: number): Pace {
  return {
    projectId,
    reportId,
    first: null,
    tests: new Set(),
    timer: null,
    speaking: Promise.resolve(),
    tookMs: 0,
    estimate: null,
  };
}

function listensTo(io: Server, room: string): boolean {
  return (io.of("/").adapter.rooms.get(room)?.size ?? 0) > 0;
}

/** Packets that a connection's line has not taken yet. */
function waitingOn({ conn }: Socket): number {
  return (conn as unknown as { readonly writeBuffer?: readonly unknown[] }).writeBuffer?.length ?? 0;
}
