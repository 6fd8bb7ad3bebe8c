/** What the thread of the database is started with. */
export interface WorkerOptions {
  /** Null keeps the data in memory. */
  readonly folder: string | null;
}

export type ToWorker =
  | { readonly kind: "open"; readonly id: number; readonly background: boolean }
  | { readonly kind: "data"; readonly id: number; readonly data: Uint8Array }
  | { readonly kind: "close"; readonly id: number }
  | { readonly kind: "stop" };

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "data"; readonly id: number; readonly data: Uint8Array };
