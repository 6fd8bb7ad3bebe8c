/** A JUnit report of `[suite, name, failure message?]` cases. */
export function junit(cases: readonly (readonly [suite: string, name: string, failure?: string])[]): string {
  const bodies = cases.map(([suite, name, failure]) => {
    const body = failure === undefined ? "" : `<failure message="${failure}">${failure}</failure>`;
    return `<testcase classname="${suite}" name="${name}" time="0.5">${body}</testcase>`;
  });
  return `<testsuites><testsuite name="all">${bodies.join("")}</testsuite></testsuites>`;
}
