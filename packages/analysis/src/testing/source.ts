import type { Source } from "#executions/source.ts";

/** Returns a source for tests of these rules: a JUnit report of three tests that passed, without times. */
export function testSource(id: number, input: Partial<Source> = {}): Source {
  return {
    id,
    path: `${id}.xml`,
    format: "junit",
    request: id,
    startedAt: null,
    localStartedAt: null,
    durationMs: null,
    shard: null,
    job: null,
    jobAttempt: null,
    rerun: false,
    place: null,
    host: null,
    senderHost: null,
    traits: new Map(),
    broken: false,
    hasRunError: false,
    ranTests: 3,
    passedTests: 3,
    ...input,
  };
}
