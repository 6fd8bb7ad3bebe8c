import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { sessionsQuery, useEndSessions } from "./profile.queries.ts";
import { SessionsList } from "./sessions-list.tsx";
import styles from "./sessions-list.module.css";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormError } from "#ui/form/form-error.tsx";
import panel from "#ui/layout/panel.module.css";

/** The user's sessions, with buttons to end them. */
export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const end = useEndSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  if (sessions.data === undefined && sessions.isError) {
    return (
      <ErrorPanel error={sessions.error} fallback="Failed to load sessions" onRetry={() => void sessions.refetch()} />
    );
  }
  // The pressed button disappears together with its session.
  const stop = (which: number | "others") => end.mutate(which, { onSuccess: () => heading.current?.focus() });
  return (
    <section className={panel["panel"]} aria-label="Sessions">
      <div className={panel["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          Sessions
        </h2>
        {sessions.data?.some(({ current }) => !current) === true && (
          <Button
            className={panel["right"] ?? ""}
            size="xs"
            variant="default"
            loading={end.isPending && end.variables === "others"}
            onClick={() => stop("others")}
          >
            Sign out all other sessions
          </Button>
        )}
      </div>
      {end.isError && (
        <div className={styles["failure"]}>
          <FormError error={end.error} fallback="Failed to end the session" />
        </div>
      )}
      {sessions.data === undefined ? (
        <Skeleton height={54} m={16} width="auto" />
      ) : (
        <SessionsList
          sessions={sessions.data}
          ending={end.isPending && typeof end.variables === "number" ? end.variables : null}
          onEnd={stop}
        />
      )}
    </section>
  );
}
