/** Returns the suites, title and variant of a test as one text. The same test in two browsers has two names. */
export function nameOfTest({
  titlePath,
  variant,
}: {
  readonly titlePath: readonly string[];
  readonly variant: string;
}): string {
  return `${titlePath.join(" › ")}${variant === "" ? "" : ` [${variant}]`}`;
}
