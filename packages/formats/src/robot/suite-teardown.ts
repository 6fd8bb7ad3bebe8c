/** A tear-down of a suite that failed, or was skipped, which its tests share. */
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
 * @param teardowns Teardowns of the suites around the test, from the inside out.
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
  // Rebot has written it into the test already.
  if (message.includes("arent suite teardown failed:")) return { status, message };
  const prefix = message === "" ? "Parent" : `${message}\n\nAlso parent`;
  return {
    status: status === "SKIP" ? status : "FAIL",
    message: `${prefix} suite teardown failed:\n${teardown.message}`,
  };
}
