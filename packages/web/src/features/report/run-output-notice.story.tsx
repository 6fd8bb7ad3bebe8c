import type { RunOutput } from "@plumb/contract/runs/run-output.ts";
import { RunOutputNotice } from "./run-output-notice.tsx";

const open = () => undefined;
const file = (id: number, name: string, url: string | null) => ({
  id,
  attempt: null,
  name,
  kind: "text" as const,
  contentType: "text/plain",
  size: url === null ? null : 1234,
  url,
  viewUrl: null,
});

const output: RunOutput = {
  printed: [
    { id: 1, source: "report-1.zip", stream: "stdout", text: "Starting the shop\n\u001B[32mready\u001B[39m" },
    { id: 2, source: "report-1.zip", stream: "stderr", text: "deprecated" },
  ],
  files: [file(3, "server.log", "/api/artifacts/x"), file(4, "lost.log", null)],
};

export const Printed = () => <RunOutputNotice count={4} output={output} onOpen={open} />;
export const Loading = () => <RunOutputNotice count={4} output={undefined} onOpen={open} />;
export const OfMany = () => <RunOutputNotice count={4321} output={output} onOpen={open} />;
export const Hostile = () => (
  <RunOutputNotice
    count={2}
    output={{
      printed: [{ id: 1, source: "x".repeat(100_000), stream: "stdout", text: `<b>${"y".repeat(1_000_000)}` }],
      files: [file(2, `<a href="javascript:alert(1)">${"z".repeat(10_000)}`, null)],
    }}
    onOpen={open}
  />
);
