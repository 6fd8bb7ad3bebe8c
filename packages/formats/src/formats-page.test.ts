// oxlint-disable-next-line no-restricted-imports -- compares a page of the documentation with what the code yields
import { readFileSync, writeFileSync } from "node:fs";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { formats } from "./registry.ts";
import { formatsPage } from "#testing/formats-page.ts";
import { readAllSamples } from "#testing/read-samples.ts";

const page = fileURLToPath(new URL("../../../docs/formats.md", import.meta.url));
const renew = "PLUMB_RENEW_DOCS=1 node scripts/run.mjs --bin vitest run --project small formats-page";

test.for(["README.md", "docs/sending-reports.md"])("%s states the number of formats", (name) => {
  const text = readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), "utf8");
  expect(text).toContain(`${formats.length} report formats`);
});

test("docs/formats.md lists the fields read from each format", async () => {
  const events = await readAllSamples(fileURLToPath(new URL(".", import.meta.url)));
  expect([...events.keys()].toSorted(), "every format has samples").toEqual(formats.map(({ id }) => id).toSorted());
  const made = formatsPage(formats, events);
  if (env["PLUMB_RENEW_DOCS"] === "1") writeFileSync(page, made);
  expect(readFileSync(page, "utf8"), `If the change is meant, renew the page: ${renew}`).toBe(made);
});
