import type { Project } from "@plumb/contract/projects/projects.ts";
import { CommandLine } from "./command-line.tsx";

interface Receiver {
  readonly address: string;
  readonly project: Pick<Project, "id" | "name" | "type">;
  /** API key that was just created and is not shown anywhere else. */
  readonly apiKey?: string | undefined;
}

/** Commands that send reports to this server. It serves matching packages, so no registry is required. */
export function UploadCommands({ address, project, apiKey = "…" }: Receiver) {
  const settings = `export PLUMB_URL=${address}\nexport PLUMB_API_KEY=${apiKey}`;
  const cli = `npx -y ${address}/packages/cli.tgz \\\n  upload ${filesOf[project.type]}`;
  const curl = `curl -H "Authorization: Bearer $PLUMB_API_KEY" \\\n  -F "files=@results.xml" \\\n  "${address}/api/ingest/uploads"`;
  const reporter = reporters[project.type];
  return (
    <>
      <CommandLine command={settings} what="settings" />
      {reporter !== undefined && (
        <>
          <p>{`For live results, install the ${reporter.tool} reporter:`}</p>
          <CommandLine command={installed(address, reporter.name)} what="reporter command" />
          <p>
            {"Add it to "}
            <code>{reporter.file}</code>:
          </p>
          <CommandLine command={reporter.lines} what="reporter configuration" />
        </>
      )}
      <p>
        {reporter === undefined ? "Upload the report files after the tests:" : "Or upload report files afterwards:"}
      </p>
      <CommandLine command={cli} what="CLI command" />
      <p>Or without installing anything:</p>
      <CommandLine command={curl} what="curl command" />
      <p>
        Other tools have reporters for live results too: <code>playwright</code>, <code>mocha</code> (also Cypress),{" "}
        <code>vitest</code> (also Jest) and <code>webdriverio</code>.
      </p>
      {reporter === undefined && <CommandLine command={installed(address, "playwright")} what="reporter command" />}
      <p>
        The configuration of every tool is in <code>docs/reporters.md</code> of Plumb.
      </p>
      <AgentSettings address={address} project={project} apiKey={apiKey} />
    </>
  );
}

function installed(address: string, reporter: string): string {
  return `npm install --save-dev \\\n  ${address}/packages/reporter-${reporter}.tgz`;
}

/** Default report files per project type. */
const filesOf: Readonly<Record<Project["type"], string>> = {
  playwright: '"test-results/**/*.json"',
  cypress: '"results/**/*.xml"',
  selenium: '"**/surefire-reports/TEST-*.xml"',
  other: '"test-results/**/*.xml"',
};

interface Reporter {
  readonly tool: string;
  readonly name: string;
  readonly file: string;
  readonly lines: string;
}

/** Reporters of project types that have one. */
const reporters: Readonly<Partial<Record<Project["type"], Reporter>>> = {
  playwright: {
    tool: "Playwright",
    name: "playwright",
    file: "playwright.config.ts",
    lines: 'reporter: [["line"], ["@plumb/reporter-playwright"]],',
  },
  cypress: {
    tool: "Cypress",
    name: "mocha",
    file: "cypress.config.js",
    lines:
      'const plumb = require("@plumb/reporter-mocha/cypress");\nmodule.exports = defineConfig({\n  e2e: { setupNodeEvents: (on) => void plumb(on) },\n});',
  },
};

/** Settings for ReportPortal agents. */
function AgentSettings({ address, project, apiKey = "…" }: Receiver) {
  const name = nameInAddress(project);
  const script = `apiKey: "${apiKey}",\nendpoint: "${address}/api/v1",\nproject: "${name}",`;
  const properties = `rp.endpoint = ${address}\nrp.project = ${name}\nrp.api.key = ${apiKey}`;
  return (
    <>
      <p>Using ReportPortal agents? Point them here. For JavaScript:</p>
      <CommandLine command={script} what="settings of ReportPortal agents for JavaScript" />
      <p>For Java, Python and .NET:</p>
      <CommandLine command={properties} what="settings of other ReportPortal agents" />
    </>
  );
}

/** Returns the project's name as agents use it in URLs, or its id if the name would have to be encoded. */
function nameInAddress({ id, name }: Receiver["project"]): string {
  const plain = name.trim().toLowerCase().replaceAll(/\s+/g, "-");
  return /^[a-z0-9_-]+$/.test(plain) ? plain : String(id);
}
