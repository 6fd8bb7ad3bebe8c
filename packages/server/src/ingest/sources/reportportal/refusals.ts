import type { ErrorCode } from "@plumb/contract/errors.ts";

/** An error in ReportPortal's format. Clients read the status, users read the message. */
export class Refused extends Error {
  readonly statusCode: number;
  /** ReportPortal's error code. */
  readonly errorCode: number;

  constructor(statusCode: number, errorCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.errorCode = errorCode;
  }
}

/** The referenced launch or item may still arrive, because an earlier call is still in transit. */
export class NotYet extends Refused {}

export function incorrect(what: string): Refused {
  return new Refused(400, 4001, `Incorrect Request. ${what}`);
}

export function accessDenied(what: string): Refused {
  return new Refused(403, 4003, `You do not have enough permissions. ${what}`);
}

export function noProject(what: string): Refused {
  return new Refused(404, 4040, what);
}

export function noLaunch(id: string): NotYet {
  return new NotYet(404, 4041, `Launch '${display(id)}' not found. Did you use correct Launch ID?`);
}

export function noItem(id: string): NotYet {
  return new NotYet(404, 4043, `Test Item '${display(id)}' not found. Did you use correct Test Item ID?`);
}

export function launchFinished(id: string): Refused {
  return new Refused(406, 40018, `Reporting for item ${display(id)} already finished. Please, check item status.`);
}

export function itemNotAllowed(what: string): Refused {
  return new Refused(406, 40024, `Start test item is not allowed. ${what}`);
}

export function wrongStatus(status: string): Refused {
  return new Refused(
    400,
    4065,
    `The status '${display(status)}' is not known. Did you provide correct status in request?`,
  );
}

export function wrongFilter(what: string): Refused {
  return new Refused(400, 40011, `Incorrect filtering parameters. ${what}`);
}

export function launchNotFinished(what: string): Refused {
  return new Refused(406, 4063, `Unable to perform operation for non-finished launch. ${what}`);
}

/** ReportPortal's codes by our error codes. */
export const errorCodes: Record<ErrorCode, number> = {
  invalid: 4001,
  unauthenticated: 4003,
  forbidden: 4003,
  not_found: 40430,
  conflict: 40016,
  upload_in_progress: 40016,
  too_large: 4002,
  unsupported: 4001,
  unreadable_report: 4001,
  rate_limited: 5001,
  internal: 5000,
  unavailable: 5001,
};

const maxVisible = 100;

function display(text: string): string {
  return text.length > maxVisible ? `${text.slice(0, maxVisible)}…` : text;
}
