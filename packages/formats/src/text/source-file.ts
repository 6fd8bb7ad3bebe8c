const script = /\.[cm]?[jt]sx?$/;
const ending =
  /^(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|java|kts?|groovy|scala|cs|fs|vb|cc|cpp|cxx|go|rs|swift|dart|exs?|lua|pl|sh|bats|feature|robot|ya?ml)$/;

/** A file of JavaScript or TypeScript. */
export function isScript(path: string): boolean {
  return script.test(path);
}

/** Whether a name is that of a source file: assemblies and classes have dots too, `Shop.Tests`, `tests.test_ui.TestA`. */
export function isSourceFile(name: string): boolean {
  return ending.test(/[^\\/]\.(\w{1,7})$/.exec(name)?.[1] ?? "");
}
