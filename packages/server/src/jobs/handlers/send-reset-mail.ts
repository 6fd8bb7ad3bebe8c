import { sendResetMail } from "#connectors/mail/send-reset-mail.ts";
import { jobData } from "#jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** After the answer: neither its words nor its time tell whether there is an account. */
export const sendResetMailJob = jobKind({
  name: "send-reset-mail",
  title: "Send a password reset email",
  data: jobData["send-reset-mail"],
  atOnce: 2,
  mostAttempts: 4,
  run: (context, { data }) => sendResetMail(context, data),
});
