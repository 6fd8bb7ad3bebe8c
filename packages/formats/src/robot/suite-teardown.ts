/** A failed or skipped tear-down of a suite, which affects all its tests. */
export interface Teardown {
  readonly skipped: boolean;
  message: string;
}

interface Ended {
  readonly status: string;
  readonly message: string;
}

/**
 * Applies the teardown of a suite, which affects the tests before it, as in Robot's report.
 *
 * @param teardowns Teardowns of the surrounding suites, innermost first.
 */
export function afterTeardowns({ status, message }: Ended, teardowns: readonly (Teardown | undefined)[]): Ended {
  let ended = { status, message };
  for (const teardown of teardowns) if (teardown !== undefined) ended = afterTeardown(ended, teardown);
  return ended;
}

function afterTeardown({ status, message }: Ended, teardown: Teardown): Ended {
  if (teardown.skipped) {
    const earlier = message === "" ? "" : `\n\nEarlier message:\n${message}`;
    return { status: "SKIP", message: `Skipped in parent suite teardown:\n${teardown.message}${earlier}` };
  }
  // Rebot has already written the failure into the test.
  if (message.includes("arent suite teardown failed:")) return { status, message };
  const prefix = message === "" ? "Parent" : `${message}\n\nAlso parent`;
  return {
    status: status === "SKIP" ? status : "FAIL",
    message: `${prefix} suite teardown failed:\n${teardown.message}`,
  };
}
