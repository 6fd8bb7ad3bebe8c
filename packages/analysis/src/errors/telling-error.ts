/** `Test timeout of 30000ms exceeded.`, `"beforeEach" hook timeout of …`: that time ran out, and not during what. */
const bareTimeout =
  /^(?:\w*Error: )?(?:Test|".{1,60}" hook|Fixture ".{1,200}"|Worker teardown) timeout of \d+\s?ms exceeded[^\n]*$/;

/**
 * The error of an attempt that says most: the first one, but where that only says that the time of the test ran out, the next
 * that says what was going on. Undefined where there is none.
 *
 * @param errors In the report's order; messages without terminal colours.
 */
export function tellingError<Reported extends { readonly message: string }>(
  errors: readonly Reported[],
): Reported | undefined {
  return errors.find(({ message }) => !bareTimeout.test(message.slice(0, 2000).trim())) ?? errors[0];
}
