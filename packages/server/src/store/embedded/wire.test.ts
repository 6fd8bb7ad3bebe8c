import { expect, test } from "vitest";
import { UnitReader } from "./wire.ts";

function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type, 0);
  bytes.writeUInt32BE(4 + body.length, 1);
  bytes.write(body, 5);
  return bytes;
}

const startup = Buffer.concat([Buffer.from([0, 0, 0, 12, 0, 3, 0, 0]), Buffer.from("user")]);

test("a pipeline is one unit up to its Sync, and a simple query is one unit", () => {
  const reader = new UnitReader();
  const pipeline = Buffer.concat([message("P", "select 1"), message("B", "x"), message("E", ""), message("S", "")]);
  const query = message("Q", "begin");
  expect(reader.push(Buffer.concat([startup, pipeline, query]))).toEqual([startup, pipeline, query]);
});

test("units are complete for any chunks of the stream", () => {
  const units = [
    startup,
    Buffer.concat([message("P", "a".repeat(50)), message("S", "")]),
    message("Q", "commit"),
    message("X", ""),
  ];
  const stream = Buffer.concat(units);
  for (const size of [1, 2, 3, 7, 64]) {
    const reader = new UnitReader();
    const found: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size) found.push(...reader.push(stream.subarray(at, at + size)));
    expect(found).toEqual(units);
  }
});
