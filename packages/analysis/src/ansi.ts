// The escape character is what this is about.
// oxlint-disable-next-line no-control-regex -- ANSI sequences begin with the escape character
const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/g;

/** Text of a terminal without its colours, links and movements. */
export function stripAnsi(text: string): string {
  return text.replaceAll(ansi, "");
}
