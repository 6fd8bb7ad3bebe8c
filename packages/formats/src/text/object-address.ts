/**
 * Programs print an object without a text representation as its class and its address or hash code. Names of parameterized tests
 * can contain it, and the address differs in every run.
 */
const addresses: readonly (readonly [hint: string, pattern: RegExp])[] = [
  // Java: `shop.Card@1b2c6ec2`, `[B@1b2c6ec2`, `[Lshop.Card;@1b2c6ec2`, `Till$$Lambda$14/0x0000000800066840@1b2c6ec2`. The class
  // distinguishes it from an email address. A hash code has at least five digits, but a version number (`React@18`) only two.
  [
    "@",
    /(?:(?<=\$\$Lambda)(?:\$\d{1,9})?\/(?:0x)?[0-9a-f]{1,16})?@(?<=(?:(?:\b[A-Z]|\$)[\w$]*|[;\]]|\$\$Lambda(?:\$\d{1,9})?\/(?:0x)?[0-9a-f]{1,16})@)(?=[a-f]*\d)[0-9a-f]{5,16}(?![\w@-]|\.\w)/g,
  ],
  // Python: `<shop.Card object at 0x7f3c5a1b2c3d>`
  ["at 0x", / at 0x[0-9a-fA-F]{5,16}(?=>)/g],
  // Ruby: `#<Card:0x000055d5a1b2c3d4 @owner="Ada">`
  [":0x", /:0x(?<=#<[\w:]{1,200}:0x)[0-9a-f]{5,16}/g],
  // Go: `(*shop.Card)(0xc000010030)`
  [")(0x", /\(0x(?<=\)\(0x)[0-9a-f]{5,16}\)/g],
  // PHPUnit: `shop\Card Object &000000007b2c6ec20000000055d5a1b2`
  ["Object &", / &(?<=\bObject &)[0-9a-f]{16,32}\b/g],
];

/** Removes the addresses of objects from a text, so that it is the same in every run. */
export function withoutAddresses(text: string): string {
  let steady = text;
  for (const [hint, pattern] of addresses) if (steady.includes(hint)) steady = steady.replace(pattern, "");
  return steady;
}
