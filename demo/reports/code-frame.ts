import type { Cause } from "../history/cause.ts";
import type { DemoTest } from "../history/catalogue.ts";
import { bold, cyan, green, grey, red, yellow } from "./ansi.ts";

export interface Position {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** Number of lines from the start of a test to the failing line. */
const failsBelow = 8;

/** Returns the position of a failure: the last call of the statement, as in stack traces. */
export function locationOf(test: DemoTest, { statements }: Cause): Position {
  const [, statement] = statements;
  const call = Math.max(statement.lastIndexOf(".", statement.lastIndexOf("(")), 0);
  return { line: test.line + failsBelow, column: call + 6 };
}

/** Returns the source around a failure, without colours. */
export function codeFrame({ statements: [before, failing] }: Cause, { line, column }: Position): string {
  return [
    `  ${line - 1} |     ${before}`,
    `> ${line} |     ${failing}`,
    `     |${" ".repeat(column)}^`,
    `  ${line + 1} |   });`,
    `  ${line + 2} |`,
  ].join("\n");
}

/** Returns the source around a failure with the colours that Playwright prints. */
export function colouredFrame({ statements: [before, failing] }: Cause, { line, column }: Position): string {
  return [
    ` ${grey(` ${line - 1} |`)}     ${highlighted(before)}`,
    `${red(bold(">"))}${grey(` ${line} |`)}     ${highlighted(failing)}`,
    ` ${grey("    |")}${" ".repeat(column)}${red(bold("^"))}`,
    ` ${grey(` ${line + 1} |`)}   })${yellow(";")}`,
    ` ${grey(` ${line + 2} |`)}`,
  ].join("\n");
}

function highlighted(code: string): string {
  if (code.startsWith("//")) return grey(code);
  return code.replaceAll(/'[^']*'|\b(?:await|const)\b|[.;]/g, (token) => {
    if (token.startsWith("'")) return green(token);
    return token.length > 1 ? cyan(token) : yellow(token);
  });
}
