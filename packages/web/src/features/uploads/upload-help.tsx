import { Button } from "@mantine/core";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { cut } from "#lib/format/format.ts";
import { useServerAddress } from "#lib/session/server-address.ts";
import { UploadCommands } from "#ui/code/upload-commands.tsx";
import { acceptedReports } from "./accepted-reports.ts";
import { useUploads } from "./upload-context.ts";
import { detailsText } from "./upload-details.ts";
import styles from "./upload-help.module.css";

interface UploadHelpProps {
  readonly projectId: number;
  readonly projectName: string;
  readonly projectType: Project["type"];
}

/** Explains how to send reports, with commands for this server and the project's tool. */
export function UploadHelp({ projectId, projectName, projectType }: UploadHelpProps) {
  const { pick, may } = useUploads();
  const address = useServerAddress();
  if (!may.upload)
    return (
      <p className={styles["viewer"]}>
        {`Your role in ${projectName} is Viewer: you can read its reports. Users and leads of the project can upload them.`}
      </p>
    );
  return (
    <div className={styles["help"]}>
      <button type="button" className={styles["drop"]} onClick={pick}>
        <IconUpload size={26} aria-hidden />
        <strong>Drop report files here, or choose them</strong>
        <span>{acceptedReports}</span>
        <span>Files, whole folders, zip or tar.gz archives, with their screenshots</span>
      </button>
      <div className={styles["ways"]}>
        <h3>From a CI job</h3>
        <p>
          {may.createKeys ? (
            <>
              {"Create an "}
              <Link to="/projects/$projectId" params={{ projectId: String(projectId) }} search={{ tab: "api-keys" }}>
                API key
              </Link>
              {` for ${projectName}, then:`}
            </>
          ) : (
            `Ask a lead of ${projectName} for an API key, then:`
          )}
        </p>
        <UploadCommands address={address} project={{ id: projectId, name: projectName, type: projectType }} />
      </div>
    </div>
  );
}

/** Button that opens the file picker, and a button for the parameters, which most uploads do not need. */
export function UploadButton() {
  const { pick, may, details, detailsOpen, setDetailsOpen } = useUploads();
  if (!may.upload) return null;
  const visibleDetails = detailsText(details);
  return (
    <>
      <Button
        variant={visibleDetails === "" ? "subtle" : "light"}
        color={visibleDetails === "" ? "gray" : "brand"}
        aria-expanded={detailsOpen}
        title={
          visibleDetails === ""
            ? "Suite, environment, branch and build for your uploads"
            : `Uploads are sent with ${visibleDetails}`
        }
        onClick={() => setDetailsOpen(!detailsOpen)}
      >
        {visibleDetails === "" ? "Suite and branch" : cut(visibleDetails, 32)}
      </Button>
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={pick}>
        Upload reports
      </Button>
    </>
  );
}
