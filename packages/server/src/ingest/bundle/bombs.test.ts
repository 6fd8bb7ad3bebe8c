import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { overlappingZipOf, zipOf } from "#testing/archives.ts";
import { countRows } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

const mebibyte = 1024 ** 2;
const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * mebibyte);
/** Vitest types its matchers as any. */
const containing = (part: string) => expect.stringContaining(part) as string;

test.for([
  ["many entries that are the same bytes", overlappingZipOf(zeros(10), ["a.xml", "b.xml", "c.xml"]), "overlap"],
  [
    "two entries that are one report",
    overlappingZipOf(Buffer.from(junit([["a", "b"]])), ["a.xml", "b.xml"]),
    "overlap",
  ],
  [
    "as many entries as a zip can name",
    overlappingZipOf(
      zeros(1),
      Array.from({ length: 60_000 }, (_, n) => `${n}.xml`),
    ),
    "entries",
  ],
] as const)("%s are rejected before anything is unpacked", async ([, zip, message]) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const sent = await send(plumb, key, { "bomb.zip": zip });
  expect(sent.status).toBe(422);
  expect(sent.body.files).toMatchObject([{ name: "bomb.zip", verdict: "rejected", reason: containing(message) }]);
  expect(await countRows(plumb.context.db, "run")).toBe(0);
});

test("entries that are each below the ratio's minimum are a bomb together", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 500 * mebibyte });
  const { key } = await seedProject(plumb);
  const sent = await send(plumb, key, { "bomb.zip": await zipOf({ a: zeros(30), b: zeros(30), c: zeros(30) }) });
  expect(sent.status).toBe(422);
  expect(sent.body.files).toContainEqual(
    expect.objectContaining({ name: "bomb.zip", verdict: "rejected", reason: containing("like an archive bomb") }),
  );
});

test("all archives of an upload share one unpacking limit, and earlier files are kept", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: mebibyte });
  const { key } = await seedProject(plumb);
  const filled = (name: string) => junit([[name, "x"]]).padEnd(0.6 * mebibyte, "\n");
  const sent = await send(plumb, key, {
    "a.xml.gz": gzipSync(filled("a")),
    "b.zip": await zipOf({ "b.xml": filled("b") }),
    "c.xml.gz": gzipSync(filled("c")),
    "plain.xml": junit([["plain", "x"]]),
  });
  expect(sent.status).toBe(200);
  const limited = { verdict: "rejected", reason: containing("PLUMB_MAX_UPLOAD_BYTES") };
  expect(sent.body.files).toMatchObject([
    { name: "b.zip", ...limited },
    { name: "c.xml.gz", ...limited },
    { name: "a.xml", verdict: "imported" },
    { name: "plain.xml", verdict: "imported" },
  ]);
});
