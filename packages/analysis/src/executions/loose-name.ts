/**
 * Returns a name for a test that does not depend on the format: JUnit's `tests.test_till › test_opens` and Allure's
 * `tests › test_till › test_opens` have the same name. The name is not necessarily unique within a report.
 */
export function looseName(titlePath: readonly string[]): string {
  const words = titlePath
    .join(" ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u);
  return words
    .filter((word) => word !== "")
    .slice(-2)
    .join(" ");
}
