import { expect, test } from "vitest";
import { requestedText } from "./usage.ts";

test("help and version are printed instead of starting the server", () => {
  expect(requestedText(["--version"], "1.2.3")).toBe("1.2.3\n");
  expect(requestedText(["--demo", "--help"], "1.2.3")).toContain("Usage: plumb-server [--demo]");
  expect(requestedText(["--help"], "1.2.3")).toContain("blobs move");
  expect(requestedText(["-h"], "1.2.3")).toContain("PLUMB_DATA_DIR");
});

test("the server starts without such an argument", () => {
  expect(requestedText(["--demo"], "1.2.3")).toBeNull();
  expect(requestedText([], "1.2.3")).toBeNull();
});
