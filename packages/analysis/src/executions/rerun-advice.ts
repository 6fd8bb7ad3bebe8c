/** How to send the job and its attempt, by the address of a run in the CI system. Without attempts of jobs, only `--rerun` declares a re-run. */
const systems: readonly (readonly [address: RegExp, job: string, attempt: string])[] = [
  [/\/actions\/runs\/\d/, "$GITHUB_JOB", "$GITHUB_RUN_ATTEMPT"],
  [/\/-\/(?:pipelines|jobs)\/\d/, "$CI_JOB_NAME", "$CI_JOB_ID"],
  [/\/_build\b|^https:\/\/dev\.azure\.com\//, "$SYSTEM_JOBDISPLAYNAME", "$SYSTEM_JOBATTEMPT"],
  [/^https:\/\/(?:app\.)?circleci\.com\//, "$CIRCLE_JOB $CIRCLE_NODE_INDEX", "$CIRCLE_BUILD_NUM"],
  [/^https:\/\/buildkite\.com\//, "$BUILDKITE_STEP_KEY", "$((BUILDKITE_RETRY_COUNT + 1))"],
];

/** Returns a sentence with the options that declare a re-run in the CI system of a run. */
export function rerunAdvice(ciUrl: string | null): string {
  const system = ciUrl === null ? undefined : systems.find(([address]) => address.test(ciUrl));
  if (system === undefined) return "If one of them is a re-run, upload it with --rerun.";
  const [, job, attempt] = system;
  return `If one of them is a re-run, upload both with --job "${job}" --job-attempt "${attempt}", or the later one with --rerun.`;
}
