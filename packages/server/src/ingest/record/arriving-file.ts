import type { MessagePort } from "node:worker_threads";

/** What a thread hears of a file that it reads while it arrives. */
export interface FileNews {
  /** False: some more of it is there. True: all of it is. */
  readonly whole: boolean;
}

/** A file of which not all is there yet. */
export interface ArrivingFile {
  state(): "growing" | "whole" | "lost";
  /** Resolves with the next news of it. */
  news(): Promise<void>;
}

/** @param port Brings `FileNews`; closes when the file will not be whole. */
export function arrivingFile(port: MessagePort): ArrivingFile {
  let state: ReturnType<ArrivingFile["state"]> = "growing";
  let next = Promise.withResolvers<void>();
  const tell = () => {
    next.resolve();
    next = Promise.withResolvers();
  };
  port.on("message", ({ whole }: FileNews) => {
    if (whole) {
      state = "whole";
      port.close();
    }
    tell();
  });
  port.on("close", () => {
    if (state === "growing") state = "lost";
    tell();
  });
  return { state: () => state, news: () => next.promise };
}
