import { testRecord } from "@plumb/formats/cypress-module-api/cypress-test.ts";
import { Screenshots } from "@plumb/formats/cypress-module-api/screenshots.ts";
import { asObject, asString, asText, type JsonObject, objectsOf } from "@plumb/formats/json/json-value.ts";
import { splitStack } from "@plumb/formats/text/split-stack.ts";
import { TestRecordReporter } from "@plumb/reporter-core/test-record-reporter.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";

/** Parameter of `setupNodeEvents` in Cypress. */
type On = (
  event: "before:run" | "after:spec" | "after:run",
  handler: (...args: never[]) => Promise<void> | void,
) => void;

/**
 * Reports a run of Cypress live, one spec at a time. Call it in `setupNodeEvents` of cypress.config. Cypress has only one handler per event; if the
 * project has its own handlers, call the returned functions from them.
 */
export function reporter(on: On, options: ReporterOptions = {}): CypressHandlers {
  const handlers = handlersOf(new TestRecordReporter(options));
  on("before:run", handlers.beforeRun);
  on("after:spec", handlers.afterSpec);
  on("after:run", handlers.afterRun);
  return handlers;
}

export interface CypressHandlers {
  readonly beforeRun: (details: unknown) => void;
  readonly afterSpec: (spec: unknown, results: unknown) => void;
  readonly afterRun: (results: unknown) => Promise<void>;
}

function handlersOf(run: TestRecordReporter): CypressHandlers {
  let browser: string | undefined;
  let tests = 0;
  return {
    beforeRun: (details) =>
      run.safely(() => {
        const fields = asObject(details) ?? {};
        const config = asObject(fields["config"]) ?? {};
        browser = asString(asObject(fields["browser"])?.["name"]);
        run.begin({
          framework: "cypress",
          frameworkVersion: asString(fields["cypressVersion"]),
          suite: asString(config["projectName"]),
        });
        run.event({ kind: "run", framework: "cypress", startedAt: Date.now(), metadata: metadataOf(fields) });
      }),
    afterSpec: (spec, results) =>
      run.safely(() => {
        const fields = asObject(results) ?? {};
        const file = asString(asObject(spec)?.["relative"]);
        const screenshots = new Screenshots(fields["screenshots"]);
        for (const test of objectsOf(fields["tests"]))
          run.reportResult(String(++tests), testRecord(test, { file, browser, screenshots }));
        for (const picture of screenshots.rest()) run.reportAttachment(picture);
        const video = asString(fields["video"]);
        if (video !== undefined) run.reportAttachment({ path: video });
        const error = asText(fields["error"]) ?? "";
        if (error.trim() !== "")
          run.reportProblem(`${file ?? "A spec"} failed outside its tests: ${splitStack(error).message}`);
      }),
    afterRun: async (results) => {
      const fields = asObject(results);
      const message = fields?.["status"] === "failed" ? asString(fields["message"]) : undefined;
      if (message !== undefined) run.reportProblem(`Cypress could not run: ${message}`);
      await run.finish();
    },
  };
}

function metadataOf(details: JsonObject): Record<string, string> {
  const browser = asObject(details["browser"]) ?? {};
  const system = asObject(details["system"]) ?? {};
  const fields = {
    browserName: browser["name"],
    browserVersion: browser["version"],
    osName: system["osName"],
    osVersion: system["osVersion"],
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === "string" ? [[name, value.slice(0, 500)]] : [])),
  );
}
