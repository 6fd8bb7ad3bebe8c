/** Returns the first `length` characters, or one less so that a surrogate pair is not split. */
export function beginning(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, text.length > length && code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}

/** Returns the text, or its beginning of `length` characters and `…` if it is longer. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${beginning(text, length)}…`;
}

/** Like `cut`, but ends after a complete word, unless that would drop more than a third of the text. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = beginning(text, length);
  const end = /\s/.test(text.charAt(start.length)) ? start.length : start.search(/\s\S*$/);
  const words = end * 3 < length * 2 ? start : start.slice(0, end);
  let used = words.length;
  while (used > 0 && /[\s,;:.·–(-]/.test(words.charAt(used - 1))) used -= 1;
  return `${words.slice(0, used)}…`;
}

/** Returns the text, or its start and end with `…` between them if it is longer than `length`. The end is longer, because it tells names apart. */
export function cutInMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = Math.floor(Math.max(0, length - 1) * 0.4);
  const end = text.slice(text.length - Math.max(0, length - 1 - start));
  return `${beginning(text, start)}…${/^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end}`;
}
