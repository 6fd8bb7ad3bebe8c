/** Options of the database thread. */
export interface WorkerOptions {
  /** `null` keeps the data in memory. */
  readonly folder: string | null;
}

/** Priorities of statements, highest first: users, then uploads and reporters, then jobs. */
export const ranks = ["people", "reports", "jobs"] as const;

export type Rank = (typeof ranks)[number];

export type ToWorker =
  | { readonly kind: "open"; readonly id: number; readonly rank: Rank }
  | { readonly kind: "data"; readonly id: number; readonly data: Uint8Array }
  | { readonly kind: "close"; readonly id: number }
  | { readonly kind: "copy"; readonly folder: string }
  | { readonly kind: "stop" };

export type FromWorker =
  | { readonly kind: "ready" }
  /** `error` is `null` if the folder was copied. */
  | { readonly kind: "copied"; readonly folder: string; readonly error: string | null }
  | { readonly kind: "data"; readonly id: number; readonly data: Uint8Array };
