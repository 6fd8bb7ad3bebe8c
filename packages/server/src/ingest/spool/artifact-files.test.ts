import { expect, test } from "vitest";
import { artifactFiles } from "./artifact-files.ts";

const file = (name: string) => ({ name, path: `/tmp/${name}`, hash: name, bytes: 1 });

test.for([
  [
    ["out/test-results/a/trace.zip", "out/test-results/b/trace.zip"],
    "/ci/shop/test-results/b/trace.zip",
    "out/test-results/b/trace.zip",
    "the longest common ending wins",
  ],
  [
    ["test-results/a/shot.png"],
    "D:\\ci\\test-results\\a\\shot.png",
    "test-results/a/shot.png",
    "separators of another system",
  ],
  [["shot.png"], "/ci/test-results/a/shot.png", "shot.png", "a bare name that is the only one"],
  [["x/shot.png", "y/shot.png"], "/ci/z/shot.png", null, "the name alone is not enough"],
  [
    ["reports/img/a.png", "img/a.png"],
    "../img/a.png",
    "img/a.png",
    "relative to the report, which lies in reports/xml",
  ],
  [["a.png"], "b.png", null, "another name"],
] as const)("of %j, %s is %s: %s", ([names, path, expected]) => {
  const files = artifactFiles(names.map(file));
  expect(files.match({ name: expected === "img/a.png" ? "xml/report.xml" : "results.json" }, path)?.name ?? null).toBe(
    expected,
  );
});

test("a file found by its bare name matches one path only", () => {
  const files = artifactFiles([file("trace.zip")]);
  expect(files.match({ name: "results.json" }, "/ci/a/trace.zip")?.name).toBe("trace.zip");
  expect(files.match({ name: "results.json" }, "/ci/a/trace.zip")?.name).toBe("trace.zip");
  expect(files.match({ name: "results.json" }, "/ci/b/trace.zip")).toBeNull();
});

test("if two archives contain a file with the same name, each report finds its own", () => {
  const files = artifactFiles([
    { ...file("resources/a.png"), archive: "1.zip", hash: "one" },
    { ...file("resources/a.png"), archive: "2.zip", hash: "two" },
  ]);
  expect(files.match({ name: "report.jsonl", archive: "2.zip" }, "resources/a.png")?.hash).toBe("two");
});

test("two files with the same content are interchangeable", () => {
  const files = artifactFiles([
    { ...file("x/a/shot.png"), hash: "same" },
    { ...file("y/a/shot.png"), hash: "same" },
  ]);
  expect(files.match({ name: "results.json" }, "/ci/a/shot.png")?.hash).toBe("same");
});
