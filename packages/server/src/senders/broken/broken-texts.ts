import { dayMs, hourMs, minuteMs } from "@plumb/contract/durations.ts";
import type { DestinationKind } from "@plumb/contract/integrations/outbox.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import type { StoppedAccount } from "#store/outbox/broken-accounts.ts";
import type { BrokenDestination, RecoveredDestination, StoppedDestination } from "#store/outbox/broken-destinations.ts";

/** Maximum number of connections in a notification, and characters of a reason or name in a list. */
const maxListed = 5;
const maxReason = 110;
const maxName = 60;

const nouns: Readonly<Record<DestinationKind, string>> = {
  webhook: "event",
  mail: "email",
  tracker: "ticket change",
  channel: "message",
  "code-host": "pull request update",
};

interface Text {
  readonly title: string;
  readonly message: string;
}

/** Returns the notification about connections of a project that stopped working. */
export function stoppedText(stopped: readonly StoppedDestination[], now: Date): Text {
  const [only] = stopped;
  if (only === undefined || stopped.length > 1)
    return {
      title: `${stopped.length} connections stopped working`,
      message: listed(stopped, (each) => `${nameOf(each)}: ${reason(each)} (${heldBack(each)})`),
    };
  // The list of notifications shows three lines, so the numbers are at the start.
  const failing = `Failing for ${timeBetween(only.brokenSince, now)}, ${heldBack(only)}.`;
  return { title: `${nameOf(only)} stopped working`, message: `${failing} ${only.problem} ${whatToDo(only)}` };
}

/** Returns the notification about connections of a project that work again. */
export function recoveredText(recovered: readonly RecoveredDestination[]): Text {
  const [only] = recovered;
  if (only === undefined || recovered.length > 1)
    return {
      title: `${recovered.length} connections work again`,
      message: listed(recovered, (each) => `${nameOf(each)}: ${outcome(each)}`),
    };
  const failed = `It failed for ${timeBetween(only.brokenSince, only.workingSince)}`;
  const resend = only.failed > 0 ? " You can send them again from the failed deliveries in the settings." : "";
  return { title: `${nameOf(only)} works again`, message: `${failed}: ${outcome(only)}.${resend}` };
}

/** Returns the notification to administrators about an account of the server. */
export function stoppedAccountText({ type, problem, connections, projects }: StoppedAccount): Text {
  const { name } = connectors[type];
  const count = `${counted(connections, "connection")} of ${counted(projects, "project")} ${connections === 1 ? "fails" : "fail"}`;
  return {
    title: `The ${name} account of this server stopped working`,
    message: `${problem} ${count}. Check the account under Connectors: saving its settings sends what is waiting.`,
  };
}

function nameOf({ kind, connectorType, name }: BrokenDestination): string {
  if (kind === "mail") return "Emails to users";
  if (connectorType === null) return `Webhook ${cut(name, maxName)}`;
  return `${connectors[connectorType].name} ${cut(name, maxName)}`;
}

function whatToDo({ kind, isServerAccount }: BrokenDestination): string {
  if (kind === "mail") return "Check the email connector: saving its settings sends the emails that wait.";
  const check = isServerAccount
    ? "Check the connection, or ask an administrator to check the account of this server."
    : `Check the ${kind === "webhook" ? "webhook" : "connection"} in the settings of the project.`;
  return `${check} Waiting deliveries are sent when it works again, for up to three days.`;
}

function heldBack({ kind, waiting, failed }: StoppedDestination): string {
  const parts = [
    ...(waiting > 0 ? [`${counted(waiting, nouns[kind])} waiting`] : []),
    ...(failed > 0 ? [`${counted(failed, nouns[kind])} not sent`] : []),
  ];
  return parts.length === 0 ? "ticket states are not updated" : parts.join(", ");
}

function outcome({ kind, late, failed }: RecoveredDestination): string {
  if (late === 0 && failed === 0) return "nothing was lost";
  return [
    ...(late > 0 ? [`${counted(late, nouns[kind])} sent late`] : []),
    ...(failed > 0 ? [`${counted(failed, nouns[kind])} not sent`] : []),
  ].join(", ");
}

function reason({ problem }: StoppedDestination): string {
  return cut(problem.replace(/\.$/, ""), maxReason);
}

function listed<Row extends BrokenDestination>(rows: readonly Row[], line: (row: Row) => string): string {
  const more = rows.length - maxListed;
  const lines = rows.slice(0, maxListed).map((row) => `${line(row)}.`);
  return [...lines, ...(more > 0 ? [`And ${counted(more, "other")}.`] : [])].join(" ");
}

function timeBetween(start: Date, end: Date): string {
  const ms = Math.max(minuteMs, end.getTime() - start.getTime());
  if (ms < 2 * hourMs) return counted(Math.floor(ms / minuteMs), "minute");
  return ms < 2 * dayMs ? counted(Math.floor(ms / hourMs), "hour") : counted(Math.floor(ms / dayMs), "day");
}
