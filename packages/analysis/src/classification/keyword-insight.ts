/** Likely topic of a word in an error message. */
export interface KeywordInsight {
  /** Heading. */
  readonly topic: string;
  /** The word that was found; null if none of the table was. */
  readonly keyword: string | null;
  /** Percent, fixed per row of the table: how often the word means the topic, not how sure this case is. */
  readonly confidence: number;
  /** What to try, the most promising first; empty if nothing was recognised. */
  readonly suggestions: readonly string[];
  readonly actionable: boolean;
}

interface Row {
  readonly topic: string;
  readonly keywords: readonly string[];
  readonly confidence: number;
  readonly suggestions: readonly string[];
}

/** The first row with a word in the message decides. */
const table: readonly Row[] = [
  {
    topic: "Timing",
    keywords: ["timeout", "wait"],
    confidence: 85,
    suggestions: [
      "Look at the screenshot or trace at the time of failure: did the expected element or response ever appear?",
      "Wait for the state that the next step needs, not for a fixed time.",
      "If the application is slow in this environment only, compare the duration with earlier runs before raising the timeout.",
    ],
  },
  {
    topic: "Element or resource not found",
    keywords: ["not found", "locator", "selector"],
    confidence: 90,
    suggestions: [
      "Compare the locator with the page at the time of failure: was the element renamed, moved or never rendered?",
      "Locate by role, label or test id, which survive changes of layout.",
      "Check whether the element is in a frame or appears only after another step.",
    ],
  },
  {
    topic: "Network",
    keywords: ["network", "request", "connection"],
    confidence: 88,
    suggestions: [
      "Look up the request in the trace or HAR: address, status and answer.",
      "Check whether the service under test was up when the test ran; look at other tests of the same minute.",
      "Wait for the response that the step depends on.",
    ],
  },
  {
    topic: "Permissions",
    keywords: ["permission", "unauthorized", "access"],
    confidence: 92,
    suggestions: [
      "Check which account the test signs in with, and its roles in this environment.",
      "Check whether its session or token ended before this step.",
      "Look for a change of permissions since the last green run.",
    ],
  },
  {
    topic: "Test data",
    keywords: ["data", "invalid", "missing"],
    confidence: 75,
    suggestions: [
      "Check that the data the test relies on exists, and that no other test changes it.",
      "Compare the value in the error with what the fixture creates.",
      "Let the test create its own data and remove it afterwards.",
    ],
  },
];

/**
 * What Playwright prints in every error of an `expect`, whatever went wrong: the check's name, its locator, how long it was
 * given, what it tried meanwhile; and the code around the failure.
 */
const form: readonly RegExp[] = [
  /^(?:error: )?(?:timed out \d+\s?ms waiting for )?expect\([a-z]*\)/,
  /^locator: .*$/,
  /^timeout: +\d+\s?m?s$/,
];
const log = /^call log:$/;
const code = /^>? *(?:\d{1,6} )?\|(?: |$)/;

/** Removes what the message contains for every cause. Actions (`page.click: Timeout …`) keep their log. */
function withoutForm(message: string): string {
  const kept: string[] = [];
  let inLog = false;
  const isCheck = form[0]?.test(message.trimStart().slice(0, 200).toLowerCase()) ?? false;
  for (const raw of message.split("\n")) {
    const line = raw.trim().toLowerCase();
    if (isCheck && log.test(line)) inLog = true;
    else if (line === "") inLog = false;
    if (!inLog && !code.test(line)) kept.push(form.reduce((text, pattern) => text.replace(pattern, ""), line));
  }
  return kept.join("\n");
}

/** Enough of a message: what follows is the page or the stack. */
const consideredLength = 20_000;

/**
 * A guess from single words of an error message, case-insensitive, in the order of the table. `await` is code, not
 * waiting. The fallback has 60 percent, no suggestions and is not actionable.
 */
export function keywordInsight(message: string): KeywordInsight {
  const text = withoutForm(message.slice(0, consideredLength)).toLowerCase().replaceAll("await", "");
  for (const { topic, keywords, confidence, suggestions } of table) {
    const keyword = keywords.find((word) => text.includes(word));
    if (keyword !== undefined) return { topic, keyword, confidence, suggestions, actionable: true };
  }
  return { topic: "Not recognised", keyword: null, confidence: 60, suggestions: [], actionable: false };
}
