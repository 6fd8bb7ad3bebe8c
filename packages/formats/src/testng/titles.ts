import { browserIn } from "#text/browser-name.ts";
import { type RawMethod, stableParams } from "./raw-method.ts";

/** Position of a result in the file. */
export interface Position {
  readonly suite: string;
  readonly test: string;
  readonly className: string;
}

/** Default names of TestNG and Surefire. */
const isUninformative =
  /^(default (suite|test)|(surefire|failsafe) (suite|test)|command line (suite|test)|testng|suite|test)$/i;

/**
 * Returns suite, `<test>`, class and method. A `<test>` of testng.xml with the name of a browser becomes part of the variant,
 * like parameters and the names of instances.
 */
export function titlesOf(
  raw: RawMethod,
  { suite, test, className }: Position,
): {
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly browser: string | undefined;
} {
  const browser = browserIn(test);
  const named = [suite, browser === undefined ? test : ""].filter((title) => !isUninformative.test(title.trim()));
  const instance = raw.attributes.get("test-instance-name") ?? "";
  const parts = [browser === undefined ? "" : test, instance, ...stableParams(raw)];
  return {
    titlePath: [...named, className, raw.attributes.get("name") ?? raw.attributes.get("signature") ?? ""],
    variant: parts.filter((part) => part !== "").join(", "),
    browser,
  };
}
