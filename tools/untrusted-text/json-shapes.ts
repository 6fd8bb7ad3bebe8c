/** Fields of responses that connectors and the language model read. */
const fields =
  "message error errors errorMessages error_description customProperties RuleValidationErrors extensions data value values issues issue items nodes labels comments workItems fields choices content".split(
    " ",
  );

/** With 100,000 characters, this is within the limit of levels. Work for each level and each text grows with the square of the length. */
const levelsOf = (length: number) => Math.floor(length / 520);

/** JSON of about a length, which once made a reader slow or ended the process. */
type Shape = (length: number) => string;

const list = (item: string, length: number) =>
  `[${Array.from({ length: Math.max(1, Math.floor(length / (item.length + 1))) }, () => item).join(",")}]`;
const nested = (depth: number, value: string) => `${'{"a":'.repeat(depth)}${value}${"}".repeat(depth)}`;

const shapes: Readonly<Record<string, Shape>> = {
  "nested objects": (length) => nested(Math.floor(length / 6), "1"),
  "nested lists": (length) => "[".repeat(length / 2) + "]".repeat(length / 2),
  "lists that never end": (length) => "[".repeat(length),
  "a list of texts in nested objects": (length) => nested(levelsOf(length), list('"x"', length)),
  "a list of nested objects": (length) => list(nested(levelsOf(length), "{}"), length),
  "a list of texts": (length) => list('"x"', length),
  "a list of empty objects": (length) => list("{}", length),
  "a list of objects with a message": (length) => list('{"message":"x","extensions":{"code":1}}', length),
  "an object with many fields": (length) =>
    `{${Array.from({ length: length / 12 }, (_, at) => `"a${at}":"x"`).join(",")}}`,
  "a long text": (length) => JSON.stringify("x".repeat(length)),
  "a long text of escapes": (length) => JSON.stringify('\\"\n'.repeat(length / 6)),
};

/** Returns shapes as a whole response, and as the value of every field that is read. */
export const jsonShapes: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(shapes).flatMap(([name, shape]): [string, Shape][] => [
    [name, shape],
    [
      `${name}, in fields`,
      (length) => `{${fields.map((field) => `"${field}":${shape(length / fields.length)}`).join(",")}}`,
    ],
  ]),
);
