/** Token usage of a request, reported or estimated. */
export interface TokenUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export const noTokens: TokenUsage = { tokensIn: 0, tokensOut: 0 };

/** A model returned no usable answer. The message is for users and contains no secrets or data. */
export class ModelError extends Error {
  /** `answer`: only this request failed, others may succeed. `service`: all requests would currently fail. */
  readonly kind: "answer" | "service";
  readonly usage: TokenUsage;
  /** Message of the service, for administrators; empty if there is none. Untrusted text. */
  readonly answer: string;

  constructor(
    kind: ModelError["kind"],
    message: string,
    { usage = noTokens, answer = "", cause }: { usage?: TokenUsage; answer?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.usage = usage;
    this.answer = answer;
  }
}
