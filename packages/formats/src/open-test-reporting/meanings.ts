import type { Meaning } from "#meanings.ts";

const schema =
  "https://github.com/ota4j-team/open-test-reporting/blob/main/schema/src/main/resources/org/opentest4j/reporting/schema/core-0.2.0.xsd";
const junit = "https://docs.junit.org/current/user-guide/#running-tests-listeners-open-test-reporting";

const space = "https://schemas.opentest4j.org/reporting";

function hierarchy(status: string, container = "SUCCESSFUL"): string {
  const test = `<h:child name="pays"><result status="${status}"/></h:child>`;
  return `<h:execution xmlns:h="${space}/hierarchy/0.2.0" xmlns="${space}/core/0.2.0"><h:root name="Till"><result status="${container}"/>${test}</h:root></h:execution>`;
}

/** Meaning of node statuses of the JUnit Platform. */
export const openTestReportingMeanings: readonly Meaning[] = [
  {
    sign: '`status="SUCCESSFUL"`',
    means: "passed",
    tool: "JUnit Platform",
    source: schema,
    sample: hierarchy("SUCCESSFUL"),
  },
  {
    sign: '`status="FAILED"`',
    means: "failed",
    tool: "JUnit Platform",
    source: schema,
    sample: hierarchy("FAILED", "FAILED"),
  },
  {
    sign: '`status="ERRORED"`',
    means: "error",
    tool: "JUnit Platform",
    source: schema,
    sample: hierarchy("ERRORED", "FAILED"),
  },
  {
    sign: '`status="SKIPPED"`',
    means: "skipped",
    tool: "JUnit Platform",
    source: schema,
    sample: hierarchy("SKIPPED"),
  },
  {
    sign: '`status="ABORTED"`: an assumption did not hold',
    means: "skipped",
    tool: "JUnit Platform",
    source: junit,
    sample: hierarchy("ABORTED"),
  },
  {
    sign: "`<e:started` without a finished event",
    means: "error",
    tool: "JUnit Platform",
    source: junit,
    sample: `<e:events xmlns="${space}/core/0.2.0" xmlns:e="${space}/events/0.2.0" xmlns:junit="https://schemas.junit.org/open-test-reporting"><e:started id="1" name="pays" time="2026-03-01T10:00:00Z"><metadata><junit:type>TEST</junit:type></metadata></e:started></e:events>`,
  },
  {
    sign: '`status="FAILED"` of a container whose tests passed',
    means: "outside",
    tool: "JUnit Platform",
    source: junit,
    sample: hierarchy("SUCCESSFUL", "FAILED"),
  },
];
