import { expect, test } from "vitest";
import { partialFromCommandLine } from "./command-line.ts";

const options = {
  filters: ["-g, --grep <>", "--project <...>"],
  choices: ["--last-failed", "--only-changed []"],
  others: ["-c, --config <>", "-u, --update []", "-x"],
};
const filter = true;

test.for<[string, string[], ReturnType<typeof partialFromCommandLine>]>([
  ["no words", [], undefined],
  ["options that leave nothing out", ["-c", "a.ts", "-u", "all", "-x", "--unknown", "--config=b.ts"], undefined],
  ["a pattern", ["-g", "slow (1|2|3)$"], { reason: 'Run with -g "slow (1|2|3)$"', filter }],
  ["a pattern behind an equals sign", ["--grep=a=b"], { reason: "Run with --grep a=b", filter }],
  ["a pattern in the same word", ["-glogin", "-x"], { reason: "Run with -g login", filter }],
  ["a pattern that looks like an option", ["-g", "-x"], { reason: "Run with -g -x", filter }],
  ["a pattern without a value", ["-g"], { reason: "Run with -g", filter }],
  ["files", ["a.spec.ts:42", "/work/shop/b.ts"], { reason: "Run with a.spec.ts:42 b.ts", filter }],
  ["the folder itself", ["/work/shop"], { reason: "Run with .", filter }],
  ["files behind two dashes", ["-x", "--", "-odd.ts"], { reason: "Run with -odd.ts", filter }],
  ["several words", ["--project", "a", "b", "-x", "c.ts"], { reason: "Run with --project a b c.ts", filter }],
  ["what failed last", ["--last-failed"], { reason: "Run with --last-failed", filter: false }],
  ["what changed", ["--only-changed", "main"], { reason: "Run with --only-changed main", filter: false }],
  ["what changed, and no more", ["--only-changed", "-x"], { reason: "Run with --only-changed", filter: false }],
  ["both", ["a.ts", "--last-failed"], { reason: "Run with a.ts --last-failed", filter: false }],
])("detects excluded tests on a command line with %s", ([, args, partial]) => {
  expect(partialFromCommandLine(args, options, "/work/shop")).toEqual(partial);
});
