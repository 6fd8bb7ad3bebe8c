/** Default report locations of common tools, with their attachments. Compiled code and sources do not match. */
export const defaultReportPatterns = [
  "test-results",
  "blob-report",
  "allure-results",
  "playwright-report.json",
  "{junit,report,results,test-report,test-results}*.{xml,json,jsonl,ndjson,tap,trx}",
  "{output,testng-results}.xml",
  "messages.ndjson",
  "{reports,results,test-reports}/**/*.{xml,json,jsonl,ndjson,tap,trx}",
  "test-output/testng-results.xml",
  "cypress/{results,reports,screenshots,videos}/**",
  "**/target/karate-reports/*.{karate-json.txt,png}",
  "**/target/{surefire,failsafe}-reports/TEST-*.xml",
  "**/target/failsafe-reports/failsafe-summary.xml",
  "**/build/test-results/**/*.xml",
  "**/TestResults/**/*.{xml,trx}",
];
