/** Token usage of a request, reported or estimated. */
export interface TokenUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export const noTokens: TokenUsage = { tokensIn: 0, tokensOut: 0 };

/** A model gave no answer that can be used. Its message is a sentence for a person and names neither secrets nor data. */
export class ModelError extends Error {
  /** `answer`: this one answer is of no use, another failure may fare better. `service`: so will all others now. */
  readonly kind: "answer" | "service";
  readonly usage: TokenUsage;
  /** The service's own message, for the people who set it up; empty if there is none. Untrusted text. */
  readonly said: string;

  constructor(
    kind: ModelError["kind"],
    message: string,
    { usage = noTokens, said = "", cause }: { usage?: TokenUsage; said?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.usage = usage;
    this.said = said;
  }
}
