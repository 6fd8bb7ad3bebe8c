/** A known kind of file that is not supported, with advice for the user. */
export interface KnownFile {
  readonly what: string;
  /** True for a test report in an unsupported format; false for any other file. */
  readonly report: boolean;
  /** Specific advice on what to upload instead, in addition to the general advice. */
  readonly instead?: string;
}

/** Describes a test report in an unsupported format. */
export function report(what: string, instead?: string): KnownFile {
  return { what, report: true, ...(instead === undefined ? {} : { instead }) };
}

/** Describes a file that is not a test report, or not a machine-readable one. */
export function other(what: string, instead?: string): KnownFile {
  return { what, report: false, ...(instead === undefined ? {} : { instead }) };
}
