import { type CommandOptions, partialFromCommandLine, type PartialReason } from "@plumb/reporter-core/command-line.ts";
import type { Suite } from "@playwright/test/reporter";

/** Options of `npx playwright test --help`, version 1.65: https://playwright.dev/docs/test-cli */
const options: CommandOptions = {
  filters: ["-g, --grep <>", "-G, -gv, --grep-invert <>", "--project <...>", "--no-deps"],
  choices: ["--last-failed", "--only-changed []", "--test-list <>", "--test-list-invert <>", "--ui", "--debug []"],
  others: [
    "--add-reporter, --browser, -c, --config, --global-timeout, -j, --workers, --last-failed-file, --max-failures, --output <>",
    "--repeat-each, --reporter, --retries, --run-agents, --shard, --timeout, --trace, --tsconfig, --ui-host, --ui-port <>",
    "--update-source-method <>",
    "-u, --update-snapshots, --shuffle []",
  ],
};

/**
 * Returns the filters that excluded tests from the run, or undefined if there are none. They are read from the command line, because reporters only
 * see the configuration.
 */
export function partialReason(argv: readonly string[], suite: Suite, cwd: string): PartialReason | undefined {
  const command = argv.findIndex((word, index) => index >= 2 && !word.startsWith("-"));
  const name = argv[command];
  if (name === "test-server") return { reason: "Run from an editor", filter: false };
  const partial = name === "test" ? partialFromCommandLine(argv.slice(command + 1), options, cwd) : undefined;
  return partial ?? (hasOnly(suite) ? { reason: "Run with test.only", filter: false } : undefined);
}

/** `only` is internal in Playwright. If it changes, the server still detects a partial run by its number of tests. */
function isOnly(item: object): boolean {
  return (item as { _only?: unknown })._only === true;
}

function hasOnly(suite: Suite): boolean {
  return isOnly(suite) || suite.tests.some(isOnly) || suite.suites.some(hasOnly);
}
