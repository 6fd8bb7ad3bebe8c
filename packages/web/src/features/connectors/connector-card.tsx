import { Button } from "@mantine/core";
import type { Connector, ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import {
  IconBrandAzure,
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandJira,
  IconBrandSlack,
  IconBrandDiscord,
  IconBrandTeams,
  IconExternalLink,
  IconMail,
  IconMessages,
  IconPlug,
  IconProgressCheck,
  IconWebhook,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { ConnectorStatus } from "./connector-status.tsx";
import styles from "./connectors.module.css";

const icons: Readonly<Partial<Record<ConnectorId, typeof IconPlug>>> = {
  jira: IconBrandJira,
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  "azure-boards": IconBrandAzure,
  linear: IconProgressCheck,
  email: IconMail,
  slack: IconBrandSlack,
  webhooks: IconWebhook,
  teams: IconBrandTeams,
  discord: IconBrandDiscord,
  mattermost: IconMessages,
};

interface ConnectorCardProps {
  readonly connector: Connector;
  /** `null` without permission. */
  readonly onConfigure: ((id: ConnectorId) => void) | null;
  /** Id of the text with the reason. */
  readonly noteId: string;
}

export function ConnectorCard({ connector, onConfigure, noteId }: ConnectorCardProps) {
  const { id, name, version, description, website, used } = connector;
  const Icon = icons[id] ?? IconPlug;
  const nameId = useId();
  const actionId = useId();
  const action = {
    id: actionId,
    size: "xs",
    variant: "default",
    // "Configure", followed by the name of the connector.
    "aria-labelledby": `${actionId} ${nameId}`,
  } as const;
  return (
    <li className={styles["card"]}>
      <div className={styles["head"]}>
        <Icon size={22} stroke={1.6} aria-hidden />
        <h2 id={nameId}>{name}</h2>
        <ConnectorStatus connector={connector} />
      </div>
      <p className={styles["description"]}>{description}</p>
      <div className={styles["foot"]}>
        <span
          className={styles["version"]}
          title={used ? undefined : "You can save and test its settings, but Plumb does not use it yet"}
        >
          {used ? `v${version}` : `v${version} · Coming`}
        </span>
        {website !== undefined && (
          <a href={website} target="_blank" rel="noreferrer" aria-label={`Website of ${name} (opens in a new tab)`}>
            Website
            <IconExternalLink size={14} aria-hidden />
          </a>
        )}
        {onConfigure === null ? (
          <Button {...action} disabled aria-describedby={noteId}>
            Configure
          </Button>
        ) : id === "webhooks" ? (
          // Webhooks are configured in the settings of a project.
          <Button {...action} renderRoot={(props) => <Link to="/settings" search={{ tab: "webhooks" }} {...props} />}>
            Configure
          </Button>
        ) : (
          <Button {...action} onClick={() => onConfigure(id)}>
            Configure
          </Button>
        )}
      </div>
    </li>
  );
}
