/** Likely topic of an error message, based on a keyword. */
export interface KeywordInsight {
  /** Heading. */
  readonly topic: string;
  /** Keyword found in the message; `null` if there is none. */
  readonly keyword: string | null;
  /** Percentage of messages with this keyword that are about the topic. It is fixed per row of the table. */
  readonly confidence: number;
  /** Suggestions, most promising first; empty if no keyword was found. */
  readonly suggestions: readonly string[];
  readonly actionable: boolean;
}

interface Row {
  readonly topic: string;
  readonly keywords: readonly string[];
  readonly confidence: number;
  readonly suggestions: readonly string[];
}

/** The first row with a keyword in the message is used. */
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
      "Locate by role, label or test id, which survive layout changes.",
      "Check whether the element is in a frame or appears only after another step.",
    ],
  },
  {
    topic: "Network",
    keywords: ["network", "request", "connection"],
    confidence: 88,
    suggestions: [
      "Check the address, status and response of the request in the trace or HAR.",
      "Check whether the service under test was up when the test ran; look at other tests from the same minute.",
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
      "Look for permission changes since the last green run.",
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

/** Parts of Playwright messages that are the same for all `expect` errors: name of the check, locator and timeout. */
const form: readonly RegExp[] = [
  /^(?:error: )?(?:timed out \d+\s?ms waiting for )?expect\([a-z]*\)/,
  /^locator: .*$/,
  /^timeout: +\d+\s?m?s$/,
];
const log = /^call log:$/;
const code = /^>? *(?:\d{1,6} )?\|(?: |$)/;

/** Removes parts that are the same for all causes. Errors of actions (`page.click: Timeout …`) keep their log. */
function withoutForm(message: string): string {
  const retained: string[] = [];
  let inLog = false;
  const isCheck = form[0]?.test(message.trimStart().slice(0, 200).toLowerCase()) ?? false;
  for (const raw of message.split("\n")) {
    const line = raw.trim().toLowerCase();
    if (isCheck && log.test(line)) inLog = true;
    else if (line === "") inLog = false;
    if (!inLog && !code.test(line)) retained.push(form.reduce((text, pattern) => text.replace(pattern, ""), line));
  }
  return retained.join("\n");
}

/** Only the start of the message is searched. The page or the stack follows it. */
const consideredLength = 20_000;

/**
 * Guesses the topic of an error message by keywords, case-insensitive, in the order of the table. `await` is removed, because it is code. The
 * fallback has 60 percent and no suggestions, and is not actionable.
 */
export function keywordInsight(message: string): KeywordInsight {
  const text = withoutForm(message.slice(0, consideredLength)).toLowerCase().replaceAll("await", "");
  for (const { topic, keywords, confidence, suggestions } of table) {
    const keyword = keywords.find((word) => text.includes(word));
    if (keyword !== undefined) return { topic, keyword, confidence, suggestions, actionable: true };
  }
  return { topic: "Not recognised", keyword: null, confidence: 60, suggestions: [], actionable: false };
}
