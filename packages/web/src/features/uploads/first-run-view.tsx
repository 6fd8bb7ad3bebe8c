import { Button, SegmentedControl } from "@mantine/core";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { IconCheck, IconCopy, IconUpload } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { copyText } from "#lib/format/copy-text.ts";
import { counted, cut } from "#lib/format/format.ts";
import { CommandLine } from "#ui/code/command-line.tsx";
import { firstCommand, type FirstTool, firstTools, toolOfType } from "#ui/code/first-commands.ts";
import { UploadCommands } from "#ui/code/upload-commands.tsx";
import { FormError } from "#ui/form/form-error.tsx";
import { acceptedReports } from "./accepted-reports.ts";
import type { FirstContact } from "./first-contact.ts";
import { type Connection, ListeningNotice } from "./listening-notice.tsx";
import styles from "./first-run.module.css";

/** Creates the API key of the command. */
export interface FirstKeys {
  /** Names of active keys that can upload, whose secrets were shown before. */
  readonly names: readonly string[];
  /** Secret of the key that was created on this page. */
  readonly secret: string | undefined;
  /** Creates a key and returns its secret. Rejects if that fails; `error` has the reason. */
  readonly create: () => Promise<string>;
  readonly isCreating: boolean;
  readonly error: Error | null;
}

interface FirstRunViewProps {
  readonly address: string;
  readonly project: Pick<Project, "id" | "name" | "type">;
  /** `null` if the user cannot create keys. */
  readonly keys: FirstKeys | null;
  readonly contact: FirstContact;
  readonly connection: Connection;
  /** Time since when the page listens, in Unix milliseconds. */
  readonly sinceMs: number;
  readonly onPick: () => void;
  readonly onCopied?: (() => void) | undefined;
  /** Offer to see example data instead. */
  readonly example?: ReactNode;
}

/** Three steps: choose a tool, run one command, see what arrives. */
export function FirstRunView(props: FirstRunViewProps) {
  const { address, project, keys, contact, connection, sinceMs, onPick, onCopied, example } = props;
  const [tool, setTool] = useState<FirstTool>(toolOfType[project.type]);
  const titleId = useId();
  const apiKey = keys?.secret ?? "…";
  return (
    <div className={styles["run"]}>
      <Step number={1} title="What do you use?" id={titleId}>
        <SegmentedControl
          aria-labelledby={titleId}
          className={styles["tools"] ?? ""}
          value={tool}
          onChange={(next) => setTool(next)}
          data={firstTools.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Step>
      <Step number={2} title={`Run this ${firstTools.find(({ id }) => id === tool)?.when ?? ""}`}>
        <CommandLine command={firstCommand(tool, { address, apiKey })} what="first command" canCopy={false} />
        <CopyFirst
          key={tool}
          keys={keys}
          projectName={project.name}
          onCopied={onCopied}
          commandWith={(secret) => firstCommand(tool, { address, apiKey: secret })}
        />
      </Step>
      <Step number={3} title="Watch it arrive">
        <ListeningNotice address={address} contact={contact} connection={connection} sinceMs={sinceMs} />
      </Step>
      <button type="button" className={styles["drop"]} onClick={onPick}>
        <IconUpload size={20} aria-hidden />
        <strong>Drop report files here, or choose them</strong>
        <span>{acceptedReports}</span>
        <span>Files, whole folders, zip or tar.gz archives, with their screenshots</span>
      </button>
      {example}
      <details className={styles["more"]}>
        <summary>More ways: reporters, CI jobs, ReportPortal agents</summary>
        <UploadCommands address={address} project={project} apiKey={keys?.secret} />
      </details>
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly id?: string;
  readonly children: ReactNode;
}

function Step({ number, title, id, children }: StepProps) {
  return (
    <section className={styles["step"]}>
      <span className={styles["number"]} aria-hidden>
        {number}
      </span>
      <h3 id={id}>{title}</h3>
      <div className={styles["content"]}>{children}</div>
    </section>
  );
}

interface CopyFirstProps {
  readonly keys: FirstKeys | null;
  readonly projectName: string;
  readonly commandWith: (secret: string) => string;
  readonly onCopied: (() => void) | undefined;
}

/** Copies the command. The first click also creates its key. */
function CopyFirst({ keys, projectName, commandWith, onCopied }: CopyFirstProps) {
  const [outcome, setOutcome] = useState<"copied" | "blocked" | null>(null);
  const copy = async () => {
    try {
      const secret = keys === null ? "…" : (keys.secret ?? (await keys.create()));
      setOutcome((await copyText(commandWith(secret))) ? "copied" : "blocked");
      onCopied?.();
    } catch {
      // `keys.error` has the reason.
      setOutcome(null);
    }
  };
  return (
    <>
      {keys !== null && keys.error !== null && <FormError error={keys.error} fallback="Failed to create the key" />}
      <div className={styles["copy"]}>
        <Button
          leftSection={outcome === "copied" ? <IconCheck size={16} /> : <IconCopy size={16} />}
          loading={keys?.isCreating === true}
          onClick={() => void copy()}
        >
          {keys === null || keys.secret !== undefined ? "Copy command" : "Create key and copy command"}
        </Button>
        <output>
          {outcome === "copied"
            ? "Copied. Paste it into a terminal."
            : outcome === "blocked"
              ? "The browser blocked copying. Select the command and copy it."
              : aboutKey(keys, projectName)}
        </output>
      </div>
      <p className={styles["hint"]}>
        {keys !== null && "The key is only shown on this page. To use it in CI, save it there as PLUMB_API_KEY. "}
        The command is for bash and zsh. On Windows, use Git Bash or WSL.
      </p>
    </>
  );
}

function aboutKey(keys: FirstKeys | null, projectName: string): string {
  const project = cut(projectName, 60);
  if (keys === null) return `Replace … with an API key from a lead of ${project}.`;
  if (keys.secret !== undefined) return `Its key can only upload reports to ${project}.`;
  const [name, ...others] = keys.names;
  if (name === undefined) return `Creates an API key that can only upload reports to ${project}.`;
  const more = others.length === 0 ? "" : ` and ${counted(others.length, "other key")}`;
  return `Creates another key: ${cut(name, 40)}${more} exist, but secrets are only shown once. To use your own key, replace … with it.`;
}
