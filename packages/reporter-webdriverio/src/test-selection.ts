import { type CommandOptions, partialFromCommandLine, type PartialReason } from "@plumb/reporter-core/command-line.ts";

/** Options of `npx wdio run --help`, version 9: https://webdriver.io/docs/testrunner */
const options: CommandOptions = {
  filters: [
    "--spec, --exclude, --suite <...>",
    "--mochaOpts.grep, --mochaOpts.invert, --jasmineOpts.grep, --cucumberOpts.tags, --cucumberOpts.name <>",
  ],
  choices: ["--watch"],
  others: [],
  takesNoFiles: true,
};

const variable = "PLUMB_WEBDRIVERIO_PARTIAL";

/** Returns the options of the launcher that excluded tests, and passes them to the workers. */
export function launcherPartialReason(argv: readonly string[], env: NodeJS.ProcessEnv): PartialReason | undefined {
  const partial = partialFromCommandLine(argv.slice(2), options, process.cwd());
  if (partial === undefined) delete env[variable];
  else env[variable] = JSON.stringify(partial);
  return partial;
}

/** Returns the options of the launcher that excluded tests, in a worker. */
export function workerPartialReason(env: NodeJS.ProcessEnv): PartialReason | undefined {
  const stored = env[variable];
  return stored === undefined ? undefined : (JSON.parse(stored) as PartialReason);
}
