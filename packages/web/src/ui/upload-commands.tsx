import { CommandLine } from "#ui/command-line.tsx";

interface Receiver {
  readonly address: string;
  readonly project: { readonly id: number; readonly name: string };
}

/** What to type to send reports to this server. The command comes from the server itself: it matches, and needs no registry. */
export function UploadCommands({ address, project }: Receiver) {
  const cli = `PLUMB_URL=${address} PLUMB_API_KEY=… \\\n  npx -y ${address}/packages/cli.tgz \\\n  upload "test-results/**/*.xml"`;
  const curl = `curl -H "Authorization: Bearer $PLUMB_API_KEY" \\\n  -F "files=@results.xml" \\\n  "${address}/api/ingest/uploads"`;
  const reporter = `npm install --save-dev \\\n  ${address}/packages/reporter-playwright.tgz`;
  const config = `// playwright.config.ts\nreporter: [["line"], ["@plumb/reporter-playwright"]],`;
  const run = `export PLUMB_URL=${address}\nexport PLUMB_API_KEY=…\nnpx playwright test`;
  return (
    <>
      <CommandLine command={cli} what="CLI command" />
      <p>Or without installing anything:</p>
      <CommandLine command={curl} what="curl command" />
      <p>
        To watch a run while it happens, install the reporter of your test tool: <code>playwright</code>,{" "}
        <code>mocha</code> (Cypress too), <code>vitest</code> (Jest too) or <code>webdriverio</code>.
      </p>
      <CommandLine command={reporter} what="reporter command" />
      <p>Name it in the configuration of your tool, then run the tests. For Playwright:</p>
      <CommandLine command={config} what="reporter configuration" />
      <CommandLine command={run} what="command that runs the tests" />
      <p>
        The configuration of every tool is in <code>docs/reporters.md</code> of Plumb.
      </p>
      <AgentSettings address={address} project={project} />
    </>
  );
}

/** What ReportPortal's agents need to report here. */
function AgentSettings({ address, project }: Receiver) {
  const name = nameInAddress(project);
  const script = `apiKey: "…",\nendpoint: "${address}/api/v1",\nproject: "${name}",`;
  const properties = `rp.endpoint = ${address}\nrp.project = ${name}\nrp.api.key = …`;
  return (
    <>
      <p>ReportPortal agents report here too. For JavaScript:</p>
      <CommandLine command={script} what="settings of ReportPortal agents for JavaScript" />
      <p>For Java, Python and .NET:</p>
      <CommandLine command={properties} what="settings of other ReportPortal agents" />
    </>
  );
}

/** A name as agents put it into addresses; its number where that would have to be encoded. */
function nameInAddress({ id, name }: Receiver["project"]): string {
  const plain = name.trim().toLowerCase().replaceAll(/\s+/g, "-");
  return /^[a-z0-9_-]+$/.test(plain) ? plain : String(id);
}
