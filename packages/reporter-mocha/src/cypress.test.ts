import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { cypressModuleApi } from "@plumb/formats/cypress-module-api/cypress-module-api.ts";
import { only, readText } from "@plumb/formats/testing/read-sample.ts";
import { startStubLiveServer } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { createToolSandbox } from "@plumb/reporter-core/testing/tool-sandbox.ts";
import { expect, test } from "vitest";
import { reporter } from "./cypress.ts";

interface ModuleApi {
  readonly config?: { readonly projectName?: string };
  readonly cypressVersion: string;
  readonly browserName: string;
  readonly runs: readonly { readonly spec: object }[];
}

const named = (events: readonly ResultEvent[]) =>
  only("test", events).map(({ file, titlePath, variant, status, flaky }) => [
    file,
    ...titlePath,
    variant,
    status,
    flaky,
  ]);

test.for(["version-12", "version-13"])("results of Cypress %s per spec equal those of its Module API", async (name) => {
  const sample = new URL(import.meta.resolve(`@plumb/formats/cypress-module-api/cypress-module-api.ts`));
  const text = readFileSync(fileURLToPath(new URL(`./samples/${name}.json`, sample)), "utf8");
  const api = JSON.parse(text) as ModuleApi;
  await using server = await startStubLiveServer();
  using location = createToolSandbox({});
  const handlers = reporter(() => undefined, { url: server.url, apiKey: "k", spool: `${location.folder}/spool` });

  handlers.beforeRun({
    cypressVersion: api.cypressVersion,
    config: api.config,
    browser: { name: api.browserName, version: "120.0" },
  });
  for (const run of api.runs) handlers.afterSpec(run.spec, run);
  await handlers.afterRun(api);

  expect(server.opened[0]).toMatchObject({
    framework: "cypress",
    frameworkVersion: api.cypressVersion,
  });
  const events = server.events();
  const read = await readText(cypressModuleApi, text, 1e6);
  expect(named(events)).toEqual(named(read));
  expect(only("attempt", events).map(({ status, errors }) => [status, errors])).toEqual(
    only("attempt", read).map(({ status, errors }) => [status, errors]),
  );
  expect(server.completed).toHaveLength(1);
});
