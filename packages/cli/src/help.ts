import { uploadOptions } from "#arguments.ts";

/** The whole of `plumb --help`. */
export function helpText(version: string): string {
  const width = Math.max(...Object.keys(uploadOptions).map((name) => name.length));
  const options = Object.entries(uploadOptions).map(([name, text]) => `  --${name.padEnd(width)}  ${text}`);
  return `plumb ${version}: send test reports to a Plumb server

Usage: plumb upload <files, folders or patterns> [options]

Folders are sent with everything in them, so that screenshots and traces come along.

Options:
${options.join("\n")}
  --${"help".padEnd(width)}  This text
  --${"version".padEnd(width)}  The version

Exit codes: 0 all imported; 1 the upload failed; 2 the command is wrong, nothing was sent;
3 something was imported, but a file was refused or broke off. The last lines of the output are
the links of the runs.

Examples:
  plumb upload results/junit.xml --suite api --environment staging
  plumb upload playwright-report.json test-results/
  plumb upload allure-results/
  plumb upload "**/TEST-*.xml"
`;
}
