import { Button } from "@mantine/core";
import type { Session } from "@plumb/contract/people/profile.ts";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useState } from "react";
import { deviceName, deviceOf } from "./device.ts";
import styles from "./sessions-list.module.css";
import { formatCount } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";

const visibleAtFirst = 8;

interface SessionsListProps {
  /** The most recently used first. */
  readonly sessions: readonly Session[];
  /** Id of the session that is being ended. */
  readonly ending: number | null;
  readonly onEnd: (sessionId: number) => void;
}

/** Sessions of the account by device. The current one is marked and ends by signing out. */
export function SessionsList({ sessions, ending, onEnd }: SessionsListProps) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul aria-label="Signed in on">
        {(all ? sessions : sessions.slice(0, visibleAtFirst)).map((session) => (
          <SessionRow key={session.id} session={session} ending={ending === session.id} onEnd={onEnd} />
        ))}
      </ul>
      {!all && sessions.length > visibleAtFirst && (
        <Button className={styles["more"] ?? ""} size="xs" variant="subtle" onClick={() => setAll(true)}>
          {`Show all ${formatCount(sessions.length)}`}
        </Button>
      )}
    </>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly ending: boolean;
  readonly onEnd: (sessionId: number) => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const device = deviceOf(session.userAgent);
  const name = deviceName(device);
  const Icon = device.handheld ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={styles["session"]}>
      <Icon size={20} stroke={1.6} color="var(--ink-2)" aria-hidden />
      <div className={styles["what"]}>
        <p title={session.userAgent?.slice(0, 300)}>
          {name}
          {session.current && <span className={styles["current"]}>This device</span>}
        </p>
        <p className={styles["when"]}>
          <span>
            Last seen <TimeAgo timestamp={session.lastUsedAt} />
          </span>
          <span>
            Signed in <TimeAgo timestamp={session.createdAt} />
          </span>
        </p>
      </div>
      {!session.current && (
        <Button
          size="compact-sm"
          variant="default"
          loading={ending}
          onClick={() => onEnd(session.id)}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
