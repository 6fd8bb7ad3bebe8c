import { expect, test } from "vitest";
import { parseArguments } from "#arguments.ts";

test("files and options may stand in any order", () => {
  expect(parseArguments(["upload", "a.xml", "--suite", "web", "b.xml", "--ci-url=https://ci/1"])).toEqual({
    kind: "upload",
    files: ["a.xml", "b.xml"],
    options: { suite: "web", "ci-url": "https://ci/1" },
  });
});

test("an empty value counts as not given, since CI variables may be unset", () => {
  expect(parseArguments(["upload", "a.xml", "--branch", "", "--commit="])).toMatchObject({ options: {} });
});

test("after -- everything is a file", () => {
  expect(parseArguments(["upload", "--", "--odd.xml"])).toMatchObject({ files: ["--odd.xml"] });
});

test.for([["--help"], ["-h"], ["help"], ["upload", "--help"], ["upload", "-h", "a.xml"]])(
  "%j asks for help",
  (args) => {
    expect(parseArguments(args)).toEqual({ kind: "help" });
  },
);

test("--version asks for the version", () => {
  expect(parseArguments(["--version"])).toEqual({ kind: "version" });
});

test.for([
  [["upload", "a.xml", "--sute", "web"], "Unknown option --sute. Did you mean --suite?"],
  [["upload", "a.xml", "--enviroment=x"], "Unknown option --enviroment. Did you mean --environment?"],
  [["upload", "a.xml", "--xyzzy"], "Unknown option --xyzzy."],
  [["upload", "a.xml", "-x"], "Unknown option -x."],
  [["upload", "a.xml", "--suite"], "--suite needs a value."],
  [["upload", "--suite", "--branch", "x", "a.xml"], "--suite needs a value before --branch."],
  [["upload"], "Nothing to upload"],
  [["uplod", "a.xml"], "Unknown command uplod."],
  [["results/a.xml"], "Did you mean: plumb upload results/a.xml"],
  [[], "Nothing to do"],
] as const)("%j is refused: %s", ([args, message]) => {
  expect(() => parseArguments(args)).toThrow(message);
});
