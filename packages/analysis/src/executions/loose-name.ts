/**
 * Returns a name for a test that does not depend on the format: JUnit's `tests.test_till › test_opens` and Allure's
 * `tests › test_till › test_opens` are one. Two tests of a report may have one such name.
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
