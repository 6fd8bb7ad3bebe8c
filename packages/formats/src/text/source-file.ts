const script = /\.[cm]?[jt]sx?$/;
const ending =
  /^(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|java|kts?|groovy|scala|cs|fs|vb|cc|cpp|cxx|go|rs|swift|dart|exs?|lua|pl|sh|bats|feature|robot|ya?ml)$/;

/** Returns true for JavaScript and TypeScript files. */
export function isScript(path: string): boolean {
  return script.test(path);
}

/** Returns true for the name of a source file. Assemblies and classes also contain dots: `Shop.Tests`, `tests.test_ui.TestA`. */
export function isSourceFile(name: string): boolean {
  return ending.test(/[^\\/]\.(\w{1,7})$/.exec(name)?.[1] ?? "");
}
