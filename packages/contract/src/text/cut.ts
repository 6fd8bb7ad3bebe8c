/** Returns the first `length` characters, or one less so that a surrogate pair is not split. */
export function beginning(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, text.length > length && code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}

/** Returns the text, or its beginning of `length` characters and `…` if it is longer. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${beginning(text, length)}…`;
}
