import { expect, test } from "vitest";
import { lastResponseIn, pageSnapshotIn } from "./recorded-state.ts";

test("the page snapshot is read from between the error and the source code", () => {
  const attached = [
    "# Instructions",
    "",
    "- Explain the error.",
    "",
    "# Error details",
    "",
    "TimeoutError: locator.fill",
    "",
    "# Page snapshot",
    "",
    "```yaml",
    '- heading "502 Bad Gateway" [level=1]',
    "```",
    "",
    "# Test source",
    "",
    "  12 | await page.goto('/');",
  ].join("\n");

  expect(pageSnapshotIn(attached)).toBe('- heading "502 Bad Gateway" [level=1]');
});

test.for(["", "# Notes\nNo page", "Page snapshot: see below"])("%j has no snapshot", (attached) => {
  expect(pageSnapshotIn(attached)).toBeNull();
});

test("a snapshot is cut", () => {
  expect(pageSnapshotIn(`# Page snapshot\n${"- text\n".repeat(10_000)}`)?.length).toBeLessThanOrEqual(8000);
});

test.for([
  [
    "Karate",
    '1 > POST https://shop.example/users\n\n10:00:01 response time in milliseconds: 12\n1 < 409\n1 < Date: Thu\n{"error":"exists"}',
  ],
  ["REST Assured", 'Request method: POST\nHTTP/1.1 409 Conflict\nContent-Type: application/json\n\n{"error":"exists"}'],
  ["a Newman log", 'POST api/users\nrequest body: {}\nresponse: 409 Conflict\n{"error":"exists"}'],
] as const)("the last response in the output of %s is found", ([, output]) => {
  const earlier = "HTTP/1.1 200 OK\n\n{}\n";
  expect(lastResponseIn(earlier + output)).toMatch(/409[^]*"exists"/);
  expect(lastResponseIn(earlier + output)).not.toContain("200 OK");
});

test.for(["", "started in 200 ms", "took 404 rows", "x".repeat(1_000_000)])("output without a response", (output) => {
  expect(lastResponseIn(output)).toBeNull();
});
