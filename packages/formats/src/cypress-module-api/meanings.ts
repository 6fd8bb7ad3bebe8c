import type { Meaning } from "#meanings.ts";

const docs = "https://docs.cypress.io/app/references/module-api";
const statuses = "https://docs.cypress.io/app/core-concepts/writing-and-organizing-tests#Test-statuses";
const types = "https://github.com/cypress-io/cypress/blob/develop/cli/types/cypress-npm-api.d.ts";

function report(test: object, run: object = {}, more: object = {}): string {
  const tests = [{ title: ["Till", "pays"], duration: 5, displayError: null, ...test }];
  const runs = [{ error: null, spec: { relative: "cypress/e2e/till.cy.js" }, tests, ...run }];
  return JSON.stringify({ cypressVersion: "13.6.0", totalTests: 1, ...more, runs });
}

/** Meaning of the `cypress.run()` result. */
export const cypressMeanings: readonly Meaning[] = [
  {
    sign: '`"state": "passed"`',
    means: "passed",
    tool: "Cypress",
    source: statuses,
    sample: report({ state: "passed" }),
  },
  {
    sign: '`"state": "failed"`',
    means: "failed",
    tool: "Cypress",
    source: statuses,
    sample: report({ state: "failed" }),
  },
  {
    sign: '`"state": "pending"`: marked with skip in the code',
    means: "skipped",
    tool: "Cypress",
    source: statuses,
    sample: report({ state: "pending" }),
  },
  {
    sign: '`"state": "skipped"`: a hook failed before it started',
    means: "skipped",
    tool: "Cypress",
    source: statuses,
    sample: report({ state: "skipped" }),
  },
  {
    sign: "Several `attempts`",
    means: "attempt",
    tool: "Cypress",
    source: docs,
    sample: report({ state: "passed", attempts: [{ state: "failed" }, { state: "passed" }] }),
  },
  {
    sign: "`error` of a spec",
    means: "outside",
    tool: "Cypress",
    source: types,
    sample: report({ state: "passed" }, { error: "Webpack Compilation Error" }),
  },
  {
    sign: '`"status": "failed"` with a `message`: it could not run',
    means: "run failed",
    tool: "Cypress",
    source: docs,
    sample: JSON.stringify({ status: "failed", failures: 1, message: "Could not find a Cypress configuration file" }),
  },
  {
    sign: "`totalFailed`, where no test failed",
    means: "run failed",
    tool: "Cypress",
    source: types,
    sample: report({ state: "passed" }, {}, { totalFailed: 1 }),
  },
];
