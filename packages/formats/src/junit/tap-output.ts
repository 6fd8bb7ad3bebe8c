/** Meson adds these lines to the error output of a program. */
const addedByMeson = /^\((test program exited with status code -?\d{1,9})\)$|^(TAP parsing error: .{1,500})/m;
const plan = /^1\.\.(\d{1,9})/m;
const isTap = /^(?:TAP version 1\d|1\.\.\d|(?:not )?ok\b)/m;

/** Returns why a program failed outside its points, as Meson notes in its error output; empty if it did not. */
export function failureNotedByMeson(errorOutput: string): string {
  const [, exit, parsing] = addedByMeson.exec(errorOutput) ?? [];
  return exit ?? parsing ?? "";
}

/**
 * Returns why a program that printed TAP failed outside its points; empty if it did not. Meson adds the output of a program to the suite,
 * but has no element for a program that bailed out or ended too early.
 *
 * @param points Number of points that the suite declares; undefined if it declares none.
 */
export function failureInTap(output: string, points: number | undefined): string {
  if (!isTap.test(output)) return "";
  const [bailedOut, reason = ""] = /^Bail out!(?: (.{1,500}))?/m.exec(output) ?? [];
  if (bailedOut !== undefined) return reason === "" ? "it bailed out" : `it bailed out: ${reason.trim()}`;
  const planned = Number(plan.exec(output)?.[1] ?? 0);
  return points !== undefined && planned > points ? `${planned} tests were planned, but only ${points} ran` : "";
}
