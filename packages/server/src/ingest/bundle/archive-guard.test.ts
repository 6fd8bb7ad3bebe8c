import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ArchiveMeter, unpackAllowance } from "./archive-guard.ts";

test("a file that fails before it is read fails only its reader", async () => {
  const file = new Readable({ read: () => undefined });
  const passed = new ArchiveMeter(100, unpackAllowance(1000)).pass(file);

  file.destroy(new Error("invalid block type"));
  await setImmediate();

  await expect(passed.next()).rejects.toThrow("invalid block type");
});
