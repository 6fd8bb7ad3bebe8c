export function declinedReport(text: string): string {
  return `No report format that Plumb knows begins like this: ${text.slice(0, 60)}`;
}
