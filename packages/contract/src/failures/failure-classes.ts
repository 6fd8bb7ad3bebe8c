/**
 * Who has to act to make the test pass: developers, owners of test data, automation engineers, owners of machines, or unknown. All lists use this
 * order. The values are not a schema, so that the browser does not load Zod for them.
 */
export const failureClasses = [
  "Application Defect",
  "Test Data Issue",
  "Automation Script Error",
  "Environment Issue",
  "Unknown",
] as const;

export type FailureClass = (typeof failureClasses)[number];
