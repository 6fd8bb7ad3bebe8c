import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const contract = join(import.meta.dirname, "../../packages/contract/src");
const modules = readdirSync(contract, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(?<!\.test)\.ts$/.test(file),
);
const urlOf = (file: string) => pathToFileURL(join(contract, file)).href;

/** Replaces zod as the builds for the browser and the command line do. It runs in a separate process, because test files share loaded modules. */
const script = `
  import { registerHooks } from "node:module";
  const [replacement, ...urls] = process.argv.slice(1);
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "zod" ? { url: replacement, format: "module-typescript", shortCircuit: true } : next(specifier, context),
  });
  const failed = [];
  for (const url of urls) await import(url).catch(({ message }) => failed.push(url + ": " + message));
  console.log(JSON.stringify(failed));
`;

function loadWithoutSchemas(urls: readonly string[]): unknown {
  const args = ["--input-type=module", "--eval", script, urlOf("no-schemas.ts"), ...urls];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

test("every module of the contract loads without schemas, as in the browser", () => {
  expect(modules).toContain("endpoint.ts");
  expect(loadWithoutSchemas(modules.map(urlOf))).toEqual([]);
});

test("a module that uses a schema while it loads is found", () => {
  const url = `data:text/javascript,${encodeURIComponent('import { z } from "zod"; z.string().parse("a");')}`;
  expect(loadWithoutSchemas([url])).toEqual([expect.stringContaining("There are no schemas in here")]);
});
