import type { Notification } from "#people/notifications.ts";
import type { FailureState } from "#failures/failing-state.ts";
import type { ChangeCounts } from "#runs/compare.ts";
import type { ReportSummary, RunProgress, RunStatus } from "#runs/reports.ts";
import type { ResultRow } from "#runs/results.ts";

// Socket.IO on the path /socket.io of the server. The session token is sent as `auth.token` in the handshake. If the token is rejected, the error
// message contains "Authentication".

export interface RunStarted {
  readonly projectId: number;
  readonly reportId: number;
}

/** A test of a running run. `state` compares a failure with the base. */
export interface UpdatedTest extends ResultRow {
  readonly state: FailureState | null;
}

export interface RunUpdated {
  readonly projectId: number;
  readonly reportId: number;
  /** The changed test, if only one changed. */
  readonly test: UpdatedTest | null;
  /** All changed tests; `null` if there are too many, so that clients have to reload them. */
  readonly tests: readonly UpdatedTest[] | null;
  /** Changes compared with the base. Absent if there is no base or if computing them takes too long. */
  readonly changes?: ChangeCounts;
  readonly summary: ReportSummary;
  /** Progress of the run; absent after its end. */
  readonly progress?: RunProgress;
}

export interface RunCompleted {
  readonly projectId: number;
  readonly reportId: number;
  /** `null` if the run was rolled back, and so is `status`. */
  readonly summary: ReportSummary | null;
  readonly status: RunStatus | null;
}

/** Last position that a client received: `epoch` from the response to its last join, and `number` from the last room event or that response. */
export interface Received {
  /** Id of the server process. Numbers are only valid within one process. */
  readonly epoch: string;
  readonly number: number;
}

/** Messages from the server. Each room event has a number; all messages up to that number have been sent, across all rooms. */
export interface ServerEvents {
  /** To all devices of the recipient. */
  readonly notification: (notification: Notification) => void;
  /** Notifications were read or deleted on any device, so clients have to reload the list. */
  readonly "notifications-changed": () => void;
  /** To the rooms of the project and the report. Also sent when a finished run resumes. */
  readonly "test-execution-started": (event: RunStarted, number: number) => void;
  /** To the room of the report, at most a few times a second. Includes tests that start, as `running`. */
  readonly "test-updated": (event: RunUpdated, number: number) => void;
  /** To the rooms of the project and the report. */
  readonly "test-execution-completed": (event: RunCompleted, number: number) => void;
  /** To the room of the project: failures were grouped or classified. */
  readonly "failures-changed": (projectId: number, number: number) => void;
  /** To the room of the project: runs were counted, or tests evaluated. */
  readonly "trends-changed": (projectId: number, number: number) => void;
  /** To the room of the project: analysis items were created, changed or commented on. */
  readonly "annotations-changed": (projectId: number, number: number) => void;
  /** To the room of the project: an upload was received, rejected or completed. */
  readonly "uploads-changed": (projectId: number, number: number) => void;
}

export type Joined =
  | {
      readonly success: true;
      /**
       * Time since the last change of a run, failure, trend, item or upload in the project, at most since the server was started. Data that clients read after that change
       * is up to date.
       */
      readonly changedMsAgo: number;
      readonly epoch: string;
      readonly number: number;
      /**
       * True if all messages in the room since the client's last number were sent before this response. False if the client sent no number or the
       * server no longer knows it; the client must then reload everything.
       */
      readonly resumed: boolean;
    }
  | { readonly success: false; readonly error: string };

type Reply = (joined: Joined) => void;

/**
 * Messages from clients. Users who lose access to a project are removed from its rooms. A reconnecting client sends its last number and receives
 * missed changes once, in their current state.
 */
export interface ClientEvents {
  readonly "join-project": (projectId: number, ...rest: [answer?: Reply] | [heard: Received, answer?: Reply]) => void;
  readonly "leave-project": (projectId: number) => void;
  readonly "join-report": (reportId: number, ...rest: [answer?: Reply] | [heard: Received, answer?: Reply]) => void;
  readonly "leave-report": (reportId: number) => void;
}
