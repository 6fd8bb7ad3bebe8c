import type { Project } from "@plumb/contract/projects/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useOnline } from "#lib/api/online.ts";
import { useServerAddress } from "#lib/session/server-address.ts";
import { firstContact } from "./first-contact.ts";
import { type FirstKeys, FirstRunView } from "./first-run-view.tsx";
import { useUploads } from "./upload-context.ts";
import { firstUploadsQuery, useLiveUploads } from "./uploads.queries.ts";
import styles from "./first-run.module.css";

interface FirstRunProps {
  readonly project: Pick<Project, "id" | "name" | "type">;
  readonly keys: FirstKeys;
  /** Called when the user copied the command. */
  readonly onCopied?: (() => void) | undefined;
  /** Offer to see example data instead, for users who may create keys. */
  readonly example?: ReactNode;
}

/** First steps of a project without reports: one command to copy, and what arrives, live. */
export function FirstRun({ project, keys, onCopied, example }: FirstRunProps) {
  const { pick, may } = useUploads();
  const address = useServerAddress();
  const online = useOnline();
  const [sinceMs] = useState(() => Date.now());
  const uploads = useQuery(firstUploadsQuery(project.id));
  useLiveUploads(project.id, false);
  if (!may.upload)
    return (
      <p className={styles["viewer"]}>
        {`Your role in ${project.name} is Viewer: you can read its reports. Users and leads of the project can upload them.`}
      </p>
    );
  return (
    <FirstRunView
      address={address}
      project={project}
      keys={may.createKeys ? keys : null}
      contact={firstContact(uploads.data ?? [])}
      connection={!online ? "offline" : uploads.isError ? "unreachable" : "listening"}
      sinceMs={sinceMs}
      onPick={pick}
      onCopied={onCopied}
      example={may.createKeys && example}
    />
  );
}
