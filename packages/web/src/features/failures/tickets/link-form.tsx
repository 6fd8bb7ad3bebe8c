import { Alert, Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import styles from "./tickets.module.css";
import { errorText } from "#lib/api/error-text.ts";

interface FoundTicket {
  readonly trackerId: string;
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly stateName: string;
}

interface LinkFormProps {
  /** `undefined` before the first search. */
  readonly found: readonly FoundTicket[] | undefined;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onFind: (text: string) => void;
  readonly onLink: (trackerId: string) => void;
}

/** Finds a ticket that exists already, and links it. */
export function LinkForm({ found, pending, error, onFind, onLink }: LinkFormProps) {
  const [text, setText] = useState("");
  return (
    <details>
      <summary>Link a ticket that exists already</summary>
      <form
        aria-label="Find a ticket"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") onFind(text.trim());
        }}
      >
        <Group align="flex-end" mt="sm">
          <TextInput
            label="Key, address or title"
            value={text}
            maxLength={500}
            style={{ flex: 1 }}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={pending} disabled={text.trim() === ""}>
            Find
          </Button>
        </Group>
      </form>
      {error !== null && (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {errorText(error, "Failed to find tickets")}
        </Alert>
      )}
      {found?.length === 0 && <p>No ticket was found.</p>}
      <ul className={styles["found"]}>
        {found?.map(({ trackerId, key, url, title, stateName }) => (
          <li key={trackerId} className={styles["line"]}>
            <a href={url} target="_blank" rel="noreferrer noopener">
              {key}
            </a>
            <span>{title}</span>
            <span>{stateName}</span>
            <Button size="compact-sm" variant="default" disabled={pending} onClick={() => onLink(trackerId)}>
              {`Link ${key}`}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
