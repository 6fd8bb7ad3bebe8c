/** Timeouts without details, such as `Test timeout of 30000ms exceeded.` or `"beforeEach" hook timeout of …`. */
const bareTimeout =
  /^(?:\w*Error: )?(?:Test|".{1,60}" hook|Fixture ".{1,200}"|Worker teardown) timeout of \d+\s?ms exceeded[^\n]*$/;

/**
 * Returns the most informative error of an attempt: the first one, or if that only reports a timeout of the test,
 * the next one with details. Returns undefined if there is none.
 *
 * @param errors In the order of the report; messages without ANSI codes.
 */
export function primaryError<Reported extends { readonly message: string }>(
  errors: readonly Reported[],
): Reported | undefined {
  return errors.find(({ message }) => !bareTimeout.test(message.slice(0, 2000).trim())) ?? errors[0];
}
