import { IconAlertTriangle, IconCircleCheck, IconLoader2, IconWifiOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { counted, cut, formatTimeOfDay } from "#lib/format/format.ts";
import { useNow } from "#ui/text/now.ts";
import type { FirstContact } from "./first-contact.ts";
import { uploadTitle } from "./upload-styles.ts";
import styles from "./first-run.module.css";

/** `unreachable`: the last request for uploads failed. */
export type Connection = "listening" | "offline" | "unreachable";

interface ListeningNoticeProps {
  readonly address: string;
  readonly contact: FirstContact;
  readonly connection: Connection;
  /** Time since when the page listens, in Unix milliseconds. */
  readonly sinceMs: number;
}

/** Silence after which the page suggests checks. */
const silenceMs = 60_000;

/** State of the first upload, announced to screen readers. Short states have the same height, so that the page does not move. */
export function ListeningNotice({ address, contact, connection, sinceMs }: ListeningNoticeProps) {
  const nowMs = useNow();
  return (
    <div className={styles["listening"]} data-state={connection === "listening" ? contact.kind : connection}>
      <output>
        {connection === "listening" ? (
          <Contact contact={contact} address={address} nowMs={nowMs} />
        ) : (
          <Interrupted connection={connection} />
        )}
      </output>
      {contact.kind === "none" && connection === "listening" && nowMs - sinceMs > silenceMs && (
        <p>
          {"Nothing received for a minute. Does the terminal show an error? Can that machine open "}
          <code>{address}</code>?
        </p>
      )}
    </div>
  );
}

function Interrupted({ connection }: { readonly connection: "offline" | "unreachable" }) {
  return (
    <Line
      icon={<IconWifiOff size={18} aria-hidden />}
      title={connection === "offline" ? "You are offline" : "Plumb does not respond"}
    >
      {connection === "offline" ? "Listening continues when you are back online." : "Trying again every few seconds."}
    </Line>
  );
}

interface ContactProps {
  readonly contact: FirstContact;
  readonly address: string;
  readonly nowMs: number;
}

function Contact({ contact, address, nowMs }: ContactProps) {
  if (contact.kind === "none")
    return (
      <Line icon={<span className={styles["pulse"]} aria-hidden />} title="Listening for the first report">
        {`This page shows what ${new URL(address).host} receives${isLoopback(address) ? ". Only programs on this computer reach this address" : ""}.`}
      </Line>
    );
  const { upload, firstAt } = contact;
  const connected = `First connection at ${formatTimeOfDay(firstAt, nowMs)}.`;
  if (contact.kind === "receiving")
    return (
      <Line icon={<IconLoader2 size={18} className={styles["spin"]} aria-hidden />} title="Receiving">
        {`${cut(uploadTitle(upload), 120)}${upload.tests > 0 ? `, ${counted(upload.tests, "test")} so far` : ""}. ${connected}`}
      </Line>
    );
  if (contact.kind === "arrived")
    return (
      <Line icon={<IconCircleCheck size={18} color="var(--passed-ink)" aria-hidden />} title="The first report is here">
        <Link to="/reports/$reportId" params={{ reportId: String(contact.reportId) }}>
          Open the report
        </Link>
        {` ${connected}`}
      </Line>
    );
  return (
    <Line
      icon={<IconAlertTriangle size={18} color="var(--failed-ink)" aria-hidden />}
      title={`Rejected: ${cut(uploadTitle(upload), 120)}`}
    >
      <span className={styles["reason"]}>{cut(upload.reason ?? "The upload contained no report.", 600)}</span>{" "}
      <Link to="/uploads" search={{ upload: upload.id }}>
        Details
      </Link>
      {` ${connected} Still listening.`}
    </Line>
  );
}

interface LineProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function Line({ icon, title, children }: LineProps) {
  return (
    <>
      {icon}
      <strong>{title}</strong>
      <span>{children}</span>
    </>
  );
}

function isLoopback(address: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);
}
