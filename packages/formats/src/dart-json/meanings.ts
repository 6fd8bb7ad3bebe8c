import type { Meaning } from "#meanings.ts";

const docs = "https://github.com/dart-lang/test/blob/master/pkgs/test/doc/json_reporter.md";
const retry = "https://github.com/dart-lang/test/blob/master/pkgs/test_api/lib/src/backend/invoker.dart";

const started = `{"test":{"id":3,"name":"pays","suiteID":0,"groupIDs":[],"line":3},"type":"testStart","time":2}\n`;
const error = `{"testID":3,"error":"not paid","stackTrace":"","isFailure":true,"type":"error","time":3}\n`;

function done(result: string, skipped = false): string {
  return `{"testID":3,"result":"${result}","skipped":${skipped},"hidden":false,"type":"testDone","time":4}\n`;
}

function run(events: string, success: boolean | null = true): string {
  const start = `{"protocolVersion":"0.1.1","runnerVersion":"1.25.0","pid":7,"type":"start","time":0}\n`;
  const suite = `{"suite":{"id":0,"platform":"vm","path":"a.dart"},"type":"suite","time":0}\n`;
  return `${start}${suite}${events}{"success":${success},"type":"done","time":9}\n`;
}

/** Meaning of the Dart test runner's events. */
export const dartMeanings: readonly Meaning[] = [
  {
    sign: '`"result": "success"`',
    means: "passed",
    tool: "Dart, Flutter",
    source: docs,
    sample: run(started + done("success")),
  },
  {
    sign: '`"result": "failure"`',
    means: "failed",
    tool: "Dart, Flutter",
    source: docs,
    sample: run(started + done("failure"), false),
  },
  {
    sign: '`"result": "error"`',
    means: "error",
    tool: "Dart, Flutter",
    source: docs,
    sample: run(started + done("error"), false),
  },
  {
    sign: '`"skipped": true`',
    means: "skipped",
    tool: "Dart, Flutter",
    source: docs,
    sample: run(started + done("success", true)),
  },
  {
    sign: "An error and then the line `Retry: pays`",
    means: "attempt",
    tool: "Dart, Flutter",
    source: retry,
    sample: run(
      `${started}${error}{"testID":3,"messageType":"print","message":"Retry: pays","type":"print","time":3}\n${done("success")}`,
    ),
  },
  {
    sign: "An error of a test that was done",
    means: "outside",
    tool: "Dart, Flutter",
    source: docs,
    sample: run(started + done("success") + error, false),
  },
  {
    sign: '`"hidden": true`: a file was loaded',
    means: "no test",
    tool: "Dart, Flutter",
    source: docs,
    sample: run(
      `{"test":{"id":1,"name":"loading a.dart","suiteID":0,"groupIDs":[],"line":null},"type":"testStart","time":1}\n{"testID":1,"result":"success","skipped":false,"hidden":true,"type":"testDone","time":2}\n${started}${done("success")}`,
    ),
  },
  {
    sign: '`"success": false`',
    means: "run failed",
    tool: "Dart, Flutter",
    source: docs,
    sample: run(started + done("success"), false),
  },
  {
    sign: '`"success": null`: stopped',
    means: "run failed",
    tool: "Dart, Flutter",
    source: docs,
    sample: run(started + done("success"), null),
  },
];
