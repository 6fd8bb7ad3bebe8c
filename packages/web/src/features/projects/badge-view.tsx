import { Stack, Text, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import styles from "./badge-view.module.css";
import { CommandLine } from "#ui/code/command-line.tsx";

interface BadgeViewProps {
  readonly isPublic: boolean;
  /** Address of the server, without a trailing slash. */
  readonly address: string;
  readonly path: string;
  /** Reloads the picture after the project changed, because browsers cache it for a minute. */
  readonly version: number;
}

/** Preview of a branch badge, and its Markdown. */
export function BadgeView({ isPublic, address, path, version }: BadgeViewProps) {
  const heading = useId();
  const [typed, setTyped] = useState("");
  const branch = typed.trim();
  const query = branch === "" ? "" : `?branch=${inLink(branch)}`;
  const alt = branch === "" ? "Tests" : `Tests on ${branch.replaceAll(/[[\]\\]/g, String.raw`\$&`)}`;
  return (
    <section className={styles["badge"]} aria-labelledby={heading}>
      <Stack gap="sm">
        <h2 id={heading}>Badge</h2>
        {isPublic ? (
          <>
            <TextInput
              label="Branch"
              description="Empty for the main branches"
              maxLength={300}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <div>
              <img
                src={`${path}${query}${query === "" ? "?" : "&"}v=${version}`}
                alt="Preview of the badge"
                height={20}
              />
            </div>
            <CommandLine command={`[![${alt}](${address}${path}${query})](${address}/)`} what="Markdown" />
          </>
        ) : (
          <Text size="sm" c="var(--ink-2)">
            This project has no public badge. Select “Public badge” above to show in a README whether its tests pass.
          </Text>
        )}
      </Stack>
    </section>
  );
}

/** Also encodes parentheses, which would end a link of Markdown. */
function inLink(text: string): string {
  return encodeURIComponent(text).replaceAll(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
}
