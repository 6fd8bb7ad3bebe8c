import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createServerHome } from "#testing/process.ts";
import { signInAt } from "#testing/remote.ts";

/** On Linux, every write to this file fails as on a full disk. */
const full = "/dev/full";

test.runIf(existsSync(full))("an unwritable log blocks nothing", async () => {
  await using home = await createServerHome();
  // The log gets one line per unknown name.
  const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`PLUMB_UNKNOWN_${index}`, "1"]));
  const server = await home.start(unknown, { logTo: full });
  expect(await signInAt(server)).toMatch(/^.{40,}$/);
  expect(await server.stop()).toBe(0);
});
