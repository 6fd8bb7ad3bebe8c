/**
 * Lets programs that run at the same time print one after the other: what one of them says stands together. The one that began
 * first prints at once, the others are kept until it has ended.
 *
 * @param {(text: string) => void} write
 */
export function inTurns(write) {
  /** @type {{ text: string, ended: boolean }[]} */
  let waiting = [];

  function print() {
    const [first] = waiting;
    if (first === undefined) return;
    write(first.text);
    first.text = "";
    if (!first.ended) return;
    // Complete output comes before running output.
    waiting = waiting.slice(1).toSorted((one, other) => Number(other.ended) - Number(one.ended));
    print();
  }

  return {
    /** A program begins: what it says from here on, and that it has ended. */
    begin() {
      const part = { text: "", ended: false };
      waiting.push(part);
      return {
        /** @param {string} text */
        say: (text) => {
          part.text += text;
          if (part === waiting[0]) print();
        },
        end: () => {
          part.ended = true;
          if (part === waiting[0]) print();
        },
      };
    },
  };
}
