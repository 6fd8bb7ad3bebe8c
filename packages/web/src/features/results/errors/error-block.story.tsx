import { ErrorBlock } from "./error-block.tsx";

const escape = "\u001B";

export const Full = () => (
  <ErrorBlock
    error={{
      message: `${escape}[31mError${escape}[39m: expected 201, got 500`,
      snippet: "  41 |   await pay(card);\n> 42 |   expect(status).toBe(201);\n     |                  ^",
      stack: "Error: expected 201, got 500\n    at checkout.spec.ts:42:18\n    at run.ts:7:1",
      file: "tests/checkout.spec.ts",
      line: 42,
      column: 18,
    }}
  />
);
export const Values = () => (
  <ErrorBlock
    error={{
      message: `expect(received).toEqual(expected)\n\n- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "a": 1,\n+   "a": 2,\n  }`,
      snippet: `${escape}[90m  41 |${escape}[39m   const a = 2;\n${escape}[31m>${escape}[39m 42 |   expect({ a }).toEqual({ a: 1 });`,
    }}
  />
);
const frame = (line: number) =>
  `  ${line - 1} |   const a = b === c;\n> ${line} |   await expect.soft(page.locator('#n')).toHaveText('5');\n     |                                         ^`;
/** Several errors of a test in Playwright's format, with code frame and stack in the message. */
export const Several = () => (
  <>
    {[27, 28].map((line, index) => (
      <ErrorBlock
        key={line}
        place={{ number: index + 1, of: 2 }}
        error={{
          message: `Error: expect(locator).toHaveText(expected) failed\n\nExpected: "5"\nReceived: "0"\n\n\n${frame(line)}\n    at /repo/cart.spec.ts:${line}:43`,
        }}
      />
    ))}
    <ErrorBlock error={{ message: `boom\n\n${frame(31)}` }} />
    <ErrorBlock error={{ message: "sum differs", type: "org.opentest4j.AssertionFailedError" }} />
  </>
);
export const MessageOnly = () => <ErrorBlock error={{ message: "Timed out after 30 s" }} />;
export const NoMessage = () => <ErrorBlock error={{ message: " " }} />;
export const TypeOnly = () => <ErrorBlock error={{ message: "", type: "java.lang.OutOfMemoryError" }} />;
export const Markup = () => (
  <ErrorBlock
    error={{
      message: "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>",
      stack: `${escape}]8;;javascript:alert(1)${escape}\\click${escape}]8;;${escape}\\ \u202Egnp.exe`,
    }}
  />
);
export const FiveMegabytes = () => (
  <ErrorBlock error={{ message: "line of an endless log\n".repeat(230_000), stack: "at x\n".repeat(1_000_000) }} />
);
