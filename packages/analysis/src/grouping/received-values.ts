/** Values that say too little about an assertion for the received one to be ignored. */
const bareValue = /^(?:true|false|null|undefined|none|nan|-?\d+(?:[.,]\d+)?)?$/i;

/** The received value in one line, by the text before it. */
const received: readonly RegExp[] = [
  /^((?:Received|[Aa]ctual)(?: (?:string|value|message))? {0,4}: {1,12})["'`].*$/,
  /^(\s*[Bb]ut was: {1,4})["'`].*$/,
  /(\bbut (?:the|its) \w{1,20} (?:was|is) )'.*'/,
  /(?<=\bexpected )(?=['"])(?:'[^'<\n]{0,2000}'|"[^"<\n]{0,2000}")(?= to (?:strictly |deeply )?(?:be|equal|include|contain|match) ['"/])/,
];
const testng = /\bexpected \[([^\]\n]{0,500})\] but found \[[^\]\n]{0,2000}\]/;
const junit = /\bexpected:? ?<(.{0,500}?)> but was:? ?<.*>/;
/** Heads of differences, and the sign of the received lines. */
const differences: readonly (readonly [RegExp, "+" | "-"])[] = [
  [/^\+ Received\b/, "+"],
  [/^\+{3} Actual\b/, "+"],
  [/^\+ actual - expected\b/, "+"],
  [/^\+ expected - actual\b/, "-"],
];
const firstHead = /^(?:- |--- )Expected\b/;

/** Returns the lines without the values that an assertion received, because they differ between failures of one cause. */
export function withoutReceived(lines: readonly string[]): string[] {
  const receivedSign = lines.flatMap((line) => signBelow(line) ?? [])[0];
  const hasExpected = lines.some((line) => isSigned(line, receivedSign === "+" ? "-" : "+"));
  return lines
    .filter((line) => receivedSign === undefined || !hasExpected || !isSigned(line, receivedSign))
    .map(withoutValue);
}

/** Returns true for a line of a difference, and false for its heads. */
function isSigned(line: string, sign: string): boolean {
  return line.startsWith(sign) && !firstHead.test(line) && signBelow(line) === undefined;
}

function signBelow(line: string): "+" | "-" | undefined {
  return differences.find(([head]) => head.test(line))?.[1];
}

function withoutValue(line: string): string {
  let text = line;
  for (const pattern of received)
    text = text.replace(pattern, (_, before?: unknown) => `${typeof before === "string" ? before : ""}<text>`);
  return text
    .replace(testng, (full, expected: string) =>
      bareValue.test(expected) ? full : `expected [${expected}] but found [<text>]`,
    )
    .replace(junit, (full, expected: string) =>
      // JUnit puts the part that differs in brackets.
      bareValue.test(expected) ? full : `expected:<${expected.replaceAll(/[[\]]/g, "")}> but was:<text>`,
    );
}
