import * as logs from "../../packages/server/src/ingest/sources/reportportal/logs.ts";

type Work = (text: string) => unknown;

const log = (text: string): logs.Log => ({ item: "a", time: 0, level: "error", text });

/** Every function that reads untrusted text in the server's event loop, by its name. */
export const functions: Readonly<Record<string, Work>> = {
  levelOf: (text) => logs.levelOf(text),
  outputOf: (text) => logs.outputOf([log(text)]),
  errorsOf: (text) => logs.errorsOf([log(text)]),
  errorOf: (text) => logs.errorOf(text),
  describedError: (text) => logs.describedError(text),
};
