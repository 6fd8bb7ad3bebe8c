import { Fragment } from "react";

interface MarkedTextProps {
  readonly text: string;
  readonly words: readonly string[];
}

/** Matches a word, by the same definition as the comparison of errors. */
const word = /([\p{L}\p{N}_$<>-]+)/u;

export function MarkedText({ text, words }: MarkedTextProps) {
  const marked = new Set(words);
  return text.split(word).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- words come again, and have no identity but their place
    <Fragment key={index}>{marked.has(part) ? <mark>{part}</mark> : part}</Fragment>
  ));
}
