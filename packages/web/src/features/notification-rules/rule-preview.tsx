import { Alert, Skeleton } from "@mantine/core";
import { counted } from "#lib/format/format.ts";
import { previewDays, type RulePreview as Preview } from "@plumb/contract/integrations/notification-rules.ts";
import { Link } from "@tanstack/react-router";
import { eventWords } from "./rule-words.ts";
import styles from "./rules.module.css";
import { errorText } from "#lib/api/error-text.ts";
import { ChannelMessage } from "#ui/channel-message/channel-message.tsx";
import { RichText } from "#ui/text/rich-text.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";

interface RulePreviewProps {
  /** `undefined` while loading. */
  readonly preview: Preview | undefined;
  readonly error: Error | null;
  /** Only administrators can change the general settings. */
  readonly isAdmin: boolean;
}

/** Preview of the messages that a rule would have sent. */
export function RulePreview({ preview, error, isAdmin }: RulePreviewProps) {
  if (error !== null) return <p role="alert">{errorText(error, "Failed to load the preview")}</p>;
  if (preview === undefined) return <Skeleton height={200} aria-label="Loading the preview" />;
  const { total, withheld, counts, runs, isPartial, latest, connector, problem } = preview;
  return (
    <section aria-label="Preview">
      {problem !== null && <Problem problem={problem} isAdmin={isAdmin} />}
      <h3>{`In the last ${previewDays} days: ${counted(total, "message")}`}</h3>
      <ul>
        {counts.map(({ event, messages }) => (
          <li key={event}>{`${eventWords[event].word}: ${messages}`}</li>
        ))}
        {withheld > 0 && <li>{`${withheld} of them would have been summed up`}</li>}
      </ul>
      <p>{isPartial ? `From the latest ${runs} runs of these days.` : `From ${counted(runs, "run")} of these days.`}</p>
      {latest.map((message, index) => (
        <article key={index} className={styles["message"]}>
          {connector === null || message.content === null ? (
            <Neutral message={message} />
          ) : (
            <>
              <p>
                <TimeAgo timestamp={message.at} />
              </p>
              <ChannelMessage connector={connector} content={message.content} />
            </>
          )}
        </article>
      ))}
    </section>
  );
}

/** Reason why the rule would send nothing, with a link to the settings that solve it. */
function Problem({
  problem: { text, tab },
  isAdmin,
}: {
  readonly problem: NonNullable<Preview["problem"]>;
  readonly isAdmin: boolean;
}) {
  return (
    <Alert color="red" variant="light" role="alert" title="This rule would send nothing" mb="sm">
      {text}{" "}
      {tab === "general" && !isAdmin ? (
        "An administrator can switch them on."
      ) : (
        // A new tab keeps the form.
        <Link to="/settings" search={tab === "general" ? {} : { tab }} target="_blank">
          {tab === "general" ? "Open the general settings" : "Open the connections"}
        </Link>
      )}
    </Alert>
  );
}

/** A message without a channel. */
function Neutral({ message }: { readonly message: Preview["latest"][number] }) {
  return (
    <>
      <a href={message.url}>{message.title}</a>
      <p>
        <TimeAgo timestamp={message.at} />
        {message.facts.map(({ label, value }) => ` · ${label}: ${value}`).join("")}
      </p>
      <RichText blocks={message.blocks} />
      {message.footer !== null && <p>{message.footer}</p>}
    </>
  );
}
