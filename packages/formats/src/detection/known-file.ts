/** A known file and the advice for it. */
export interface KnownFile {
  readonly what: string;
  /** A report of a kind that is not read yet; or no test report at all. */
  readonly report: boolean;
  /** Advice on what to upload instead, besides the general one. */
  readonly instead?: string;
}

/** A test report of a kind that is not read yet. */
export function report(what: string, instead?: string): KnownFile {
  return { what, report: true, ...(instead === undefined ? {} : { instead }) };
}

/** A file that is not a test report, or not a machine-readable one. */
export function other(what: string, instead?: string): KnownFile {
  return { what, report: false, ...(instead === undefined ? {} : { instead }) };
}
