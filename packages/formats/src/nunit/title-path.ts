import { baseName } from "#text/content-type.ts";
import type { RawResult } from "./raw-result.ts";

/**
 * Returns the assembly, the class with its namespace, and the case. Namespaces are separate suites in the file, but are joined
 * with the class here, as is usual in .NET. A parametrised fixture keeps its arguments.
 */
export function titlesOf(raw: RawResult, suites: readonly RawResult[]): string[] {
  const assembly = suites.findLast(isAssembly) ?? suites.find(({ attributes }) => isFile(attributes.get("name")));
  const within = suites.filter((suite) => suite !== assembly && !isFile(suite.attributes.get("name")));
  const container = assembly === undefined ? [] : [assemblyName(nameOf(assembly))];
  const name = nameOf(raw);
  const full = raw.attributes.get("fullname") ?? name;
  const fixture = within.findLast(isFixture);
  const fixtureName = fixture?.attributes.get("fullname");
  if (fixtureName !== undefined) return [...container, fixtureName, name];
  const className = raw.attributes.get("classname");
  if (className !== undefined && className !== "") return [...container, className, name];
  const split = splitByFixture(full, within) ?? splitAtClass(full);
  if (split !== undefined) return [...container, split.className, split.name];
  return [...container, ...within.map(nameOf), name];
}

function nameOf({ attributes }: RawResult): string {
  return attributes.get("name") ?? attributes.get("fullname") ?? "";
}

function isAssembly({ attributes }: RawResult): boolean {
  return attributes.get("type") === "Assembly";
}

function isFile(name: string | undefined): boolean {
  return name !== undefined && /\.(dll|exe|csproj|nunit)$/i.test(name);
}

function isFixture({ attributes }: RawResult): boolean {
  return attributes.get("type") === "TestFixture";
}

function assemblyName(name: string): string {
  return baseName(name).replace(/\.(dll|exe)$/i, "");
}

/** Version 2 only has the full name of a case. The suites around it are used to find the end of the class. */
function splitByFixture(
  full: string,
  suites: readonly RawResult[],
): { readonly className: string; readonly name: string } | undefined {
  for (const suite of suites.toReversed()) {
    const name = nameOf(suite);
    const at = name === "" ? -1 : full.indexOf(`${name}.`);
    // The match must consist of whole parts of the name. The suite of a parametrised method does not match, because arguments follow it.
    if (at < 0 || (at > 0 && full[at - 1] !== ".")) continue;
    const end = at + name.length;
    if (end + 1 < full.length) return { className: full.slice(0, end), name: full.slice(end + 1) };
  }
  return undefined;
}

/** Splits a name such as `Space.Class.Method(1.5, "a.b")`: the class ends at the last dot before the arguments. */
function splitAtClass(full: string): { readonly className: string; readonly name: string } | undefined {
  const brackets = full.indexOf("(");
  const head = brackets < 0 ? full : full.slice(0, brackets);
  const at = head.lastIndexOf(".");
  if (at <= 0 || at === full.length - 1 || /\s/.test(head.slice(0, at))) return undefined;
  return { className: full.slice(0, at), name: full.slice(at + 1) };
}
