import type { Project } from "@plumb/contract/projects/projects.ts";

/** Tools with a command for the first report, in display order. `when` completes "Run it …". */
export const firstTools = [
  { id: "playwright", name: "Playwright", when: "in your project. It installs the reporter and runs your tests." },
  {
    id: "files",
    name: "Report files",
    when: "where your tests wrote JUnit XML, TRX, TAP or JSON. It finds and sends them.",
  },
  { id: "cypress", name: "Cypress", when: "in your project. It runs your tests and sends their results." },
  { id: "selenium", name: "Selenium, JUnit", when: "in your Maven or Gradle project, after the tests." },
  { id: "pytest", name: "pytest", when: "in your project. It runs your tests and sends their results." },
  { id: "curl", name: "curl", when: "where your report is. Replace results.xml with its name." },
] as const;
export type FirstTool = (typeof firstTools)[number]["id"];

/** Tool of the command that a project's type preselects. */
export const toolOfType: Readonly<Record<Project["type"], FirstTool>> = {
  playwright: "playwright",
  cypress: "cypress",
  selenium: "selenium",
  other: "files",
};

/**
 * Returns one command for POSIX shells that sends the first report. It is a single statement, because a tool may read the
 * lines that follow it in a terminal.
 *
 * @param address Address of the server, without a trailing slash.
 */
export function firstCommand(tool: FirstTool, { address, apiKey }: { address: string; apiKey: string }): string {
  const settings = `export PLUMB_URL=${address}; \\\nexport PLUMB_API_KEY=${apiKey}`;
  const cli = `npx -y ${address}/packages/cli.tgz upload`;
  const uploads = `${address}/api/ingest/uploads`;
  const header = `-H "Authorization: Bearer ${apiKey}"`;
  const sendFile = `curl ${header} \\\n  -F "files=@results.xml" "${uploads}"`;
  const commands: Readonly<Record<FirstTool, string>> = {
    playwright: `${settings}; \\\nnpm install --save-dev ${address}/packages/reporter-playwright.tgz && \\\nnpx playwright test --reporter=line,@plumb/reporter-playwright`,
    files: `${settings}; \\\n${cli}`,
    cypress: `${settings}; \\\nnpx cypress run --reporter junit --reporter-options "mochaFile=results/[hash].xml"; \\\n${cli} "results/*.xml"`,
    selenium: `find . -path "*/*-reports/TEST-*.xml" -o -path "*/test-results/*/TEST-*.xml" | tar -czf - -T - | \\\ncurl ${header} -H "Content-Type: application/octet-stream" \\\n  --data-binary @- "${uploads}?filename=reports.tar.gz"`,
    pytest: `pytest --junitxml=results.xml; \\\n${sendFile}`,
    curl: sendFile,
  };
  return commands[tool];
}
