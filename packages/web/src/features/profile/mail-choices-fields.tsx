import { NativeSelect } from "@mantine/core";
import {
  type MailChoice,
  type MailState,
  type MailTopic,
  mailTopicLabels,
  mailTopics,
} from "@plumb/contract/people/mail-choices.ts";
import styles from "./notices-form.module.css";

interface MailChoicesFieldsProps {
  readonly mailState: MailState;
  readonly timeZone: string;
  readonly inputProps: (topic: MailTopic) => object;
}

const choices: { readonly value: MailChoice; readonly label: string }[] = [
  { value: "off", label: "No email" },
  { value: "at-once", label: "Immediately" },
  { value: "daily", label: "Daily" },
];

/** Email settings for each notification topic. They can be changed even if the server cannot send email. */
export function MailChoicesFields({ mailState, timeZone, inputProps }: MailChoicesFieldsProps) {
  return (
    <fieldset className={styles["mails"]}>
      <legend>Email</legend>
      <p className={styles["hint"]}>{hintOf(mailState, timeZone)}</p>
      <div className={styles["topics"]}>
        {mailTopics.map((topic) => (
          <NativeSelect key={topic} label={mailTopicLabels[topic]} data={choices} {...inputProps(topic)} />
        ))}
      </div>
    </fieldset>
  );
}

function hintOf(state: MailState, timeZone: string): string {
  if (state === "not-configured")
    return "This server sends no email yet: an administrator has to configure the connector “Email Server”.";
  if (state === "switched-off") return "An administrator switched off email notifications for this server.";
  return `The daily email is sent at 9:00 (${timeZone}) with the notifications that you have not read. It is not sent if there are none.`;
}
