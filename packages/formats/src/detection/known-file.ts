/** What a file is, and what to do instead. */
export interface KnownFile {
  readonly what: string;
  /** A report of a kind that is not read yet; or no test report at all. */
  readonly report: boolean;
  /** What to upload instead, if there is more to say than the general advice. */
  readonly instead?: string;
}

/** A test report of a kind that is not read yet. */
export function report(what: string, instead?: string): KnownFile {
  return { what, report: true, ...(instead === undefined ? {} : { instead }) };
}

/** Something that is no test report, or none for machines. */
export function other(what: string, instead?: string): KnownFile {
  return { what, report: false, ...(instead === undefined ? {} : { instead }) };
}
