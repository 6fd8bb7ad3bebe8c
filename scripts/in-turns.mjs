/**
 * Keeps the output of each program together when several run at the same time. The program that started first prints immediately; the output of the
 * next is kept until the first has ended.
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
    // Programs that have ended print before running ones.
    waiting = waiting.slice(1).toSorted((one, other) => Number(other.ended) - Number(one.ended));
    print();
  }

  return {
    /** Adds a program and returns functions for its output and its end. */
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
