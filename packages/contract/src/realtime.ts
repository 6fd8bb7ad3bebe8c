import type { Notification } from "#people/notifications.ts";
import type { ReportSummary, RunProgress, RunStatus } from "#runs/reports.ts";
import type { ResultRow } from "#runs/results.ts";

// Socket.IO, on the path /socket.io of the server itself. The handshake's `auth` carries the session's token as `token`.
// A refused token gets an error whose text contains "Authentication".

export interface RunStarted {
  readonly projectId: number;
  readonly reportId: number;
}

export interface RunUpdated {
  readonly projectId: number;
  readonly reportId: number;
  /** The one test that changed; null where many did at once: whoever shows tests reads them again. */
  readonly test: ResultRow | null;
  readonly summary: ReportSummary;
  /** How far the run is; absent once it has ended. */
  readonly progress?: RunProgress;
}

export interface RunCompleted {
  readonly projectId: number;
  readonly reportId: number;
  /** Null, with the status, when the run is gone: what was received of it was taken back. */
  readonly summary: ReportSummary | null;
  readonly status: RunStatus | null;
}

/** What the server says. */
export interface ServerEvents {
  /** To all devices of the person it is for. */
  readonly notification: (notification: Notification) => void;
  /** Some were read or deleted, on this device or another: the list is to be read again. */
  readonly "notifications-changed": () => void;
  /** To whoever joined the project or the report. Also when more that comes makes a finished run run again. */
  readonly "test-execution-started": (event: RunStarted) => void;
  /** To whoever joined the report; at most once per second and run. */
  readonly "test-updated": (event: RunUpdated) => void;
  /** To whoever joined the project or the report. */
  readonly "test-execution-completed": (event: RunCompleted) => void;
  /** To whoever joined the project: failures were gathered, or people said what they are. */
  readonly "failures-changed": (projectId: number) => void;
  /** To whoever joined the project: runs were counted, or tests judged. */
  readonly "trends-changed": (projectId: number) => void;
  /** To whoever joined the project: analysis items were made, changed or commented on. */
  readonly "annotations-changed": (projectId: number) => void;
}

export type Joined =
  | {
      readonly success: true;
      /**
       * How long ago a run of the project, or what its failures are taken for, last changed; at the latest when this server
       * began to listen: whoever has read the project's reports since then has missed nothing.
       */
      readonly changedMsAgo: number;
    }
  | { readonly success: false; readonly error: string };

/** What a client asks. Whoever loses access to a project is taken out of its rooms. */
export interface ClientEvents {
  readonly "join-project": (projectId: number, answer?: (joined: Joined) => void) => void;
  readonly "leave-project": (projectId: number) => void;
  readonly "join-report": (reportId: number, answer?: (joined: Joined) => void) => void;
  readonly "leave-report": (reportId: number) => void;
}
