import type { Notification } from "#people/notifications.ts";
import type { FailureState } from "#failures/failing-state.ts";
import type { ChangeCounts } from "#runs/compare.ts";
import type { ReportSummary, RunProgress, RunStatus } from "#runs/reports.ts";
import type { ResultRow } from "#runs/results.ts";

// Socket.IO, on the path /socket.io of the server itself. The handshake's `auth` carries the session's token as `token`.
// A refused token gets an error whose text contains "Authentication".

export interface RunStarted {
  readonly projectId: number;
  readonly reportId: number;
}

/** A test of a running run, with its state against the base where it fails. */
export interface UpdatedTest extends ResultRow {
  readonly state: FailureState | null;
}

export interface RunUpdated {
  readonly projectId: number;
  readonly reportId: number;
  /** The test that changed, where it is one. */
  readonly test: UpdatedTest | null;
  /** All changed tests; `null` if there are too many, so that clients read them again. */
  readonly tests: readonly UpdatedTest[] | null;
  /** What changed against the base, read with these tests; absent if there is none, and where reading it takes long. */
  readonly changes?: ChangeCounts;
  readonly summary: ReportSummary;
  /** How far the run is; absent once it has ended. */
  readonly progress?: RunProgress;
}

export interface RunCompleted {
  readonly projectId: number;
  readonly reportId: number;
  /** `null`, together with the status, if the run was rolled back. */
  readonly summary: ReportSummary | null;
  readonly status: RunStatus | null;
}

/**
 * How far a client has heard: `epoch` is that of the answer to its last join, `number` the last one that came with an event of
 * a room, or with that answer.
 */
export interface Heard {
  /** Of the server process that counts; another process does not know its numbers. */
  readonly epoch: string;
  readonly number: number;
}

/** Messages from the server. Room events have a number: everything up to it was sent, in all rooms. */
export interface ServerEvents {
  /** To all devices of its recipient. */
  readonly notification: (notification: Notification) => void;
  /** Some were read or deleted, on this device or another: the list is to be read again. */
  readonly "notifications-changed": () => void;
  /** To the rooms of the project and the report. Also sent when a finished run resumes. */
  readonly "test-execution-started": (event: RunStarted, number: number) => void;
  /** To the room of the report, at most a few times a second. Includes tests that start, as `running`. */
  readonly "test-updated": (event: RunUpdated, number: number) => void;
  /** To the rooms of the project and the report. */
  readonly "test-execution-completed": (event: RunCompleted, number: number) => void;
  /** To the room of the project: failures were grouped or decided. */
  readonly "failures-changed": (projectId: number, number: number) => void;
  /** To the room of the project: runs were counted, or tests evaluated. */
  readonly "trends-changed": (projectId: number, number: number) => void;
  /** To the room of the project: analysis items were created, changed or commented on. */
  readonly "annotations-changed": (projectId: number, number: number) => void;
  /** To the room of the project: an upload arrived, was rejected, or ended. */
  readonly "uploads-changed": (projectId: number, number: number) => void;
}

export type Joined =
  | {
      readonly success: true;
      /**
       * Time since the last change of a run or a class in the project, at most since the server started to listen:
       * clients that read the project later have missed nothing.
       */
      readonly changedMsAgo: number;
      readonly epoch: string;
      readonly number: number;
      /**
       * All messages in the room since the client's last number were sent before this response. False if the client
       * sent no number, or the server has forgotten it: then the client must read everything again.
       */
      readonly resumed: boolean;
    }
  | { readonly success: false; readonly error: string };

type Answer = (joined: Joined) => void;

/**
 * Messages from clients. People who lose access to a project are removed from its rooms. A returning client sends
 * its last number and receives what it missed, once and in its current state.
 */
export interface ClientEvents {
  readonly "join-project": (projectId: number, ...rest: [answer?: Answer] | [heard: Heard, answer?: Answer]) => void;
  readonly "leave-project": (projectId: number) => void;
  readonly "join-report": (reportId: number, ...rest: [answer?: Answer] | [heard: Heard, answer?: Answer]) => void;
  readonly "leave-report": (reportId: number) => void;
}
