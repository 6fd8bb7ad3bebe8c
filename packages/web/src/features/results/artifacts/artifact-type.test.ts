import { expect, test } from "vitest";
import { typeWord, viewerOf } from "./artifact-type.ts";

test.for([
  ["screenshot", "image/png", "shot", "image", "PNG"],
  ["screenshot", "image/svg+xml", "chart.svg", "page", "SVG"],
  ["video", "video/webm", "video", "video", "video/webm"],
  ["video", "video/quicktime", "video.mov", "none", "video/quicktime"],
  ["trace", "application/zip", "trace", "trace", "trace"],
  ["other", "application/zip", "logs.zip", "none", "ZIP"],
  ["text", "text/html; charset=utf-8", "page", "page", "HTML"],
  ["text", "text/plain", "out.html", "text", "text"],
  ["other", "application/har+json", "network", "json", "HAR"],
  ["other", "application/octet-stream", "network.HAR", "json", "HAR"],
  ["other", "application/json", "net.har", "json", "HAR"],
  ["text", "text/plain", "about.har", "text", "text"],
  ["other", "application/octet-stream", "server.log", "text", "file"],
  ["other", "", "thing.html", "none", "file"],
] as const)("%s of type %s named %s: viewer %s, called %s", ([kind, contentType, name, viewer, word]) => {
  expect(viewerOf({ kind, contentType, name })).toBe(viewer);
  expect(typeWord({ kind, contentType, name })).toBe(word);
});
