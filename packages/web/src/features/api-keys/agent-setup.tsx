import { CommandLine } from "#ui/code/command-line.tsx";
import styles from "./use-a-key.module.css";

interface AgentSetupProps {
  /** Address of the server, without a trailing slash. */
  readonly address: string;
  /** Key that was just created, if it can read. */
  readonly apiKey: string | undefined;
}

/** Settings that connect a coding agent, with copy buttons. */
export function AgentSetup({ address, apiKey = "plumb_…" }: AgentSetupProps) {
  const url = `${address}/mcp`;
  const http = {
    mcpServers: { plumb: { type: "http", url, headers: { Authorization: `Bearer ${apiKey}` } } },
  };
  const stdio = {
    mcpServers: {
      plumb: {
        command: "npx",
        args: ["-y", `${address}/packages/cli.tgz`, "mcp"],
        env: { PLUMB_URL: address, PLUMB_API_KEY: apiKey },
      },
    },
  };
  return (
    <div className={styles["use"]}>
      <h2>Connect a coding agent</h2>
      <p>
        The key of an agent needs <em>Read</em>. With <em>Write as an agent</em>, the agent also creates analysis items,
        comments on them and proposes classes. It does so for the person who created the key: its writes show the name
        of the key and of that person, and your team can undo them. An agent never sets a class itself.
      </p>
      <p>Address of the MCP server:</p>
      <CommandLine command={url} what="address of the MCP server" />
      <p>Settings for agents that use HTTP:</p>
      <CommandLine command={JSON.stringify(http, null, 2)} what="settings for agents over HTTP" />
      <p>Claude Code:</p>
      <CommandLine
        command={`claude mcp add --transport http plumb ${url} \\\n  --header "Authorization: Bearer ${apiKey}"`}
        what="command for Claude Code"
      />
      <p>Settings for agents that can only start commands:</p>
      <CommandLine command={JSON.stringify(stdio, null, 2)} what="settings for agents over stdio" />
      <p>
        <code>docs/agents.md</code> of Plumb lists the tools and their limits.
      </p>
    </div>
  );
}
