import type { RunUpdated } from "@plumb/contract/realtime.ts";
import type { Context } from "#core/context.ts";
import type { Server } from "#realtime/access.ts";
import type { Message } from "#realtime/bus.ts";
import { projectRoom, reportRoom } from "#realtime/rooms.ts";
import { withEstimate } from "#store/runs/run-estimate.ts";
import { reportById } from "#store/runs/runs.ts";

/** However fast results arrive, whoever watches a run hears of it this often. */
const everyMs = 1000;

interface Pace {
  /** Something changed since the last word. */
  due: boolean;
  over: boolean;
  readonly timer: NodeJS.Timeout;
}

type RunMessage = Extract<Message, { about: "run" }>;

/** Passes on what happens to runs. Reads a run only if somebody listens, and not more often than it says so. */
export function createRunEvents(
  io: Server,
  { clock, db, log }: Pick<Context, "clock" | "db" | "log">,
): { take(message: RunMessage): void; stop(): void } {
  const paces = new Map<number, Pace>();

  const update = async (message: RunMessage, pace: Pace) => {
    const { projectId, reportId } = message;
    const report = await reportById(db, projectId, reportId);
    // The end may have overtaken this answer.
    if (report === null || pace.over) return;
    const { summary, progress } = await withEstimate(db, report, clock());
    const event: RunUpdated = { projectId, reportId, test: null, summary, ...(progress && { progress }) };
    // A slow line misses some of these: the next one says all of it again.
    io.to(reportRoom(projectId, reportId)).volatile.emit("test-updated", event);
  };

  const updated = (message: RunMessage) => {
    const { projectId, reportId } = message;
    const running = paces.get(reportId);
    if (running !== undefined) running.due = true;
    if (running !== undefined || !listensTo(io, reportRoom(projectId, reportId))) return;
    const timer = setInterval(() => {
      if (pace.due) return speak();
      clearInterval(timer);
      paces.delete(reportId);
      return undefined;
    }, everyMs);
    const pace: Pace = { due: false, over: false, timer: timer.unref() };
    const speak = () => {
      pace.due = false;
      update(message, pace).catch((error: unknown) => log.warn({ err: error, reportId }, "a run was not followed"));
    };
    paces.set(reportId, pace);
    speak();
  };

  const finished = async ({ projectId, reportId }: RunMessage) => {
    const pace = paces.get(reportId);
    if (pace !== undefined) {
      pace.over = true;
      clearInterval(pace.timer);
      paces.delete(reportId);
    }
    const rooms = [projectRoom(projectId), reportRoom(projectId, reportId)];
    if (!rooms.some((room) => listensTo(io, room))) return;
    const report = await reportById(db, projectId, reportId);
    const { summary = null, status = null } = report ?? {};
    io.to(rooms).emit("test-execution-completed", { projectId, reportId, summary, status });
  };

  return {
    take(message) {
      const { change, projectId, reportId } = message;
      if (change === "updated") updated(message);
      else if (change === "started")
        io.to([projectRoom(projectId), reportRoom(projectId, reportId)]).emit("test-execution-started", {
          projectId,
          reportId,
        });
      else
        finished(message).catch((error: unknown) =>
          log.warn({ err: error, reportId }, "the end of a run was not told"),
        );
    },
    stop() {
      for (const { timer } of paces.values()) clearInterval(timer);
      paces.clear();
    },
  };
}

function listensTo(io: Server, room: string): boolean {
  return (io.of("/").adapter.rooms.get(room)?.size ?? 0) > 0;
}
