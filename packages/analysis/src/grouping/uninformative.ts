/** Words that can occur in any error. */
const generic =
  /^(?:[\w.$]*(?:error|exception|failure|failed)|assert\w*|expect\w*|received|actual|found|but|was|got|to|be|is|not|equal\w*|strictly|deeply|deep|tobe\w*|object|equality|true|false|null|undefined|none|nan|did|n|and|in|of|values?|where|response|status_code)$/i;
const barely = 400;

/**
 * Returns true for an error without distinctive words, such as `expected [true] but found [false]` or a class name.
 * Such an error is only identified by its code location.
 */
export function isUninformative(text: string): boolean {
  return (
    text.length < barely &&
    (text.replaceAll(/^\+ {1,3}where .*$/gm, "").match(/[\p{L}$_][\p{L}\p{N}$_.]*/gu) ?? []).every((word) =>
      generic.test(word),
    )
  );
}
