/** What can be uploaded, in one line: the reports that most people have. All are listed in docs/formats.md. */
export const acceptedReports = "JUnit XML, Playwright, Allure, Cucumber, TestNG, .NET, Robot Framework and many more";
