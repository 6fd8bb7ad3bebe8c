import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

// As in the builds for the browser and the command line.
vi.mock("zod", () => import("../../packages/contract/src/no-schemas.ts"));

const contract = join(import.meta.dirname, "../../packages/contract/src");
const modules = readdirSync(contract, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(?<!\.test)\.ts$/.test(file),
);

test("every module of the contract loads without schemas, as in the browser", async () => {
  const failed: string[] = [];
  for (const file of modules)
    await import(join(contract, file)).catch((error: Error) => failed.push(`${file}: ${error.message}`));
  expect(modules).toContain("endpoint.ts");
  expect(failed).toEqual([]);
});
