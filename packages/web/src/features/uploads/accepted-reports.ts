/** Short list of the most common formats. docs/formats.md lists all of them. */
export const acceptedReports = "JUnit XML, Playwright, Allure, Cucumber, TestNG, .NET, Robot Framework and many more";
