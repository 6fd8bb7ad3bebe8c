import { expect, test } from "vitest";
import { metadataName } from "./metadata-name.ts";

test("keys of metadata become readable names", () => {
  const names = {
    commitAuthor: "Commit author",
    hostname: "Host",
    java: "Java",
    nodeVersion: "Node version",
    base_url: "Base url",
    "User-Agent": "User agent",
    CPU: "CPU",
    "viewport [mobile]": "Viewport [mobile]",
    "": "",
  };
  expect(Object.fromEntries(Object.keys(names).map((key) => [key, metadataName(key)]))).toEqual(names);
});
