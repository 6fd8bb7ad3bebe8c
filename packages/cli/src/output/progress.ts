import type { Writable } from "node:stream";
import { Presets, SingleBar } from "cli-progress";
import { formatBytes } from "@plumb/contract/figures.ts";

/** Shows how much of a request was sent. `begin` restarts the display for each attempt. */
export interface Progress {
  readonly begin: (total: number) => void;
  readonly advance: (bytes: number) => void;
  readonly end: () => void;
}

/** Creates a progress bar on a terminal. Elsewhere nothing is shown, because a log cannot update a line. */
export function createProgress(stream: Writable & { readonly isTTY?: boolean }): Progress {
  if (stream.isTTY !== true) return { begin: () => {}, advance: () => {}, end: () => {} };
  const bar = new SingleBar(
    {
      stream,
      format: "  {bar} {percentage}%  {value} of {total}  {state}",
      formatValue: (value, _options, type) =>
        type === "value" || type === "total" ? formatBytes(value) : String(value),
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  return {
    begin: (total) => bar.start(total, 0, { state: "" }),
    advance: (bytes) => {
      bar.increment(bytes);
      if (bar.getProgress() >= 1) bar.update({ state: "the server is reading" });
    },
    end: () => bar.stop(),
  };
}
