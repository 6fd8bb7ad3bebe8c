import { sendResetMail } from "#senders/people/send-reset-mail.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Runs after the response, so that neither content nor timing reveals whether an account exists. */
export const sendResetMailJob = jobKind({
  name: "send-reset-mail",
  title: "Send a password reset email",
  data: jobData["send-reset-mail"],
  concurrency: 2,
  maxAttempts: 4,
  run: (context, { data }) => sendResetMail(context, data),
});
