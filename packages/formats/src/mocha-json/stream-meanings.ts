import type { Meaning } from "#meanings.ts";

const jsonStream = "https://github.com/mochajs/mocha/blob/main/lib/reporters/json-stream.js";

const pays = { title: "pays", fullTitle: "Till pays", file: "/app/till.js", duration: 5 };

function stream(...lines: unknown[]): string {
  return [["start", { total: 1 }], ...lines, ["end", { tests: 1 }]].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Meaning of the lines that Mocha's reporter `json-stream` prints. */
export const mochaJsonStreamMeanings: readonly Meaning[] = [
  {
    sign: '`["pass",`',
    means: "passed",
    tool: "Mocha",
    source: jsonStream,
    sample: stream(["pass", pays]),
  },
  {
    sign: '`["fail",`',
    means: "failed",
    tool: "Mocha",
    source: jsonStream,
    sample: stream(["fail", { ...pays, err: "not paid" }]),
  },
  {
    sign: '`["fail",` of a `"before all" hook`',
    means: "outside",
    tool: "Mocha",
    source: jsonStream,
    sample: stream(["fail", { title: '"before all" hook for "pays"', err: "no db" }], ["pass", pays]),
  },
  {
    sign: "`failures` of the last line, where none is listed",
    means: "run failed",
    tool: "Mocha",
    source: jsonStream,
    sample: stream(["pass", pays]).replace('{"tests":1}', '{"tests":1,"failures":1}'),
  },
  {
    sign: "No line that begins with end",
    means: "interrupted",
    tool: "Mocha",
    source: jsonStream,
    sample: stream(["pass", pays]).replace(/\["end".*\n/, ""),
  },
];
