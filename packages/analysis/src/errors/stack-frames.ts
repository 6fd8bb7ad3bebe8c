/** A code location in a stack. */
export interface Frame {
  /** Path or file name as printed; for Java, the class. */
  readonly file: string;
  readonly line: number | null;
  readonly function: string | null;
  readonly role: FrameRole;
}

/** `library`: the runner, the language or a dependency; `test`: test code, page objects and hooks; `app`: the code under test. */
export type FrameRole = "library" | "test" | "app";

const javaFrame = /^\s*at (?:[\w.@-]+\/{1,2})?([\w.$]+)\.([\w$<>]+)\(([\w$]+\.(?:java|kt|groovy|scala)):(\d+)\)/;
const dotnetFrame = /^\s*at (.{1,300}?)(?:\(.{0,300}?\))? in (.{1,300}?):line (\d+)/;
const scriptFrame =
  /^\s*at (?:async )?(?:(.{1,200}?) \()?((?:file:\/\/|webpack:\/\/|https?:\/\/|[A-Za-z]:)?[^():\n]{1,300}):(\d{1,7}):\d{1,7}\)?/;
/** A frame of Vitest, `❯ total src/cart.ts:14:3`. Windows consoles damage the arrow. */
const vitestFrame = /^\s*(?:❯|ÔØ»|Γ¥») (?:async )?(?:(\S{1,200}) )?(\S[^():\n]{0,300}):(\d{1,7}):\d{1,7}/;
/** A frame of RSpec, such as `# ./spec/cart_spec.rb:4:in 'block'`, or of Ruby itself. */
const rubyFrame = /^\s*(?:# )?(\S{1,300}\.(?:rb|erb|rake)):(\d{1,7})(?::in (?:[`'"](.{1,200}?)['"])?)?/;
const locationFrame = /^\s*at ([^\s():]{1,300}\.[cm]?[jt]sx?):(\d{1,7})$/;
const placeless = /^at (?:async )?[\w.$<>/@[\]✽ ]{1,300}(?:\(|:\d|$)|^at [^\n]{1,300}\)$/;
const pythonFrame = /^\s*File "(.{1,300}?)", line (\d{1,7})(?:, in (\S+))?/;
const pytestFrame =
  /^\s*([^\s:]{1,300}\.py|[A-Za-z]:[^:\n]{1,300}\.py):(\d{1,7}): (?:in (\S+)|\w*(?:Error|Exception|Failed)\b)/;

const libraryPath =
  /node_modules|[\\/]gems[\\/]|[\\/]bundle[\\/]|[\\/]ruby[\\/]\d|node:|internal\/|__cypress\/runner|cypress_runner|site-packages|dist-packages|[\\/]lib[\\/]python|Python\d+[\\/]Lib|\/_\/src\/Playwright|<frozen|<anonymous>$|\[native code\]|\/_pytest\/|chrome-extension:/i;
const libraryClass =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|org\.(?:codehaus|testng|junit|hamcrest|assertj|opentest4j|openqa|seleniumhq|mockito|apache\.(?:maven|http|poi)|gradle|eclipse|springframework|hibernate)|junit|io\.(?:cucumber|restassured|netty|appium|github\.bonigarcia|qameta|rest-assured)|cucumber|cn\.hutool|com\.(?:google\.common|intellij|fasterxml\.jackson\.databind\.exc|microsoft\.playwright|codeborne|aventstack|mongodb|mysql|zaxxer)|okhttp3|reactor|NUnit|Xunit|Microsoft|System|OpenQA|TechTalk)\./;
const testLocation =
  /(?:^|[\\/._-])(?:tests?|spec|specs|__tests__|e2e|cypress|pages?|pageobjects?|page[-_]?objects?|pageevents?|po|steps?|step[-_]?definitions?|stepdefs|fixtures?|support|helpers?|hooks?|conftest|setup|runners?|features?|testcases?|testscripts|automation|qa|keywords?|globalsetup|playwright|integration|base)(?:[\\/._-]|$)|(?:Tests?|Spec|IT|Steps?|StepDefinitions?|Page|PageObject|Runner|Hooks?|TestCase|TestBase|BaseClass|BaseTest)\b|\btest_|\.cy\.|(?:^|[\\/.])Test[A-Z]/i;
const ownClassTest = /(?:^|\.)(?:Test[A-Z]\w*|\w*(?:Tests?|IT|Spec|TestCase))(?:\$|$)/;

/** Returns true for lines of a stack, including lines without a location such as `at Method.invoke(Unknown Source)`. */
export function isStackLine(line: string): boolean {
  const start = line.trimStart();
  if (start.startsWith("at ")) return placeless.test(start) || readFrame(line) !== null;
  if (start.startsWith("# ") || start.includes(".rb:")) return rubyFrame.test(line);
  if (/^(?:❯|ÔØ»|Γ¥») /.test(start) || start.startsWith('File "') || start.includes(".py:"))
    return readFrame(line) !== null;
  return false;
}

/** Parses a line of a stack; `null` if it is not a frame. */
export function readFrame(line: string): Frame | null {
  if (line.length > 1000) return null;
  const java = javaFrame.exec(line);
  if (java !== null) return javaCode(java[1] ?? "", java[2] ?? "", Number(java[4]));
  const dotnet = dotnetFrame.exec(line);
  if (dotnet !== null) return code(dotnet[2] ?? "", Number(dotnet[3]), dotnet[1] ?? null, dotnet[1] ?? "");
  const python = pythonFrame.exec(line) ?? pytestFrame.exec(line);
  if (python !== null) return code(python[1] ?? "", Number(python[2]), python[3] ?? null, "");
  const vitest = vitestFrame.exec(line);
  if (vitest !== null) return code(vitest[2] ?? "", Number(vitest[3]), vitest[1] ?? null, "");
  const ruby = rubyFrame.exec(line);
  if (ruby !== null) return code(ruby[1] ?? "", Number(ruby[2]), ruby[3] ?? null, "");
  const location = locationFrame.exec(line);
  if (location !== null) return code(location[1] ?? "", Number(location[2]), null, "");
  const script = scriptFrame.exec(line);
  return script === null ? null : code(script[2] ?? "", Number(script[3]), script[1] ?? null, "");
}

function javaCode(owner: string, method: string, line: number): Frame {
  const role = libraryClass.test(owner)
    ? "library"
    : ownClassTest.test(owner) || testLocation.test(owner)
      ? "test"
      : "app";
  return { file: owner, line, function: method, role };
}

/** Folders above a project: homes of users, whose names are arbitrary, and the working folders of GitHub, GitLab, Jenkins and Azure. */
const aboveProject =
  /^(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:(?:home|Users)[\\/][^\\/]{1,100}[\\/])?(?:(?:actions-runner[\\/])?(?:_?work|builds|workspace|a)[\\/](?:[^\\/]{1,100}[\\/]){1,2}(?=.*[\\/]))?/;

function code(file: string, line: number, name: string | null, owner: string): Frame {
  const role =
    libraryPath.test(file) || libraryClass.test(owner)
      ? "library"
      : testLocation.test(file.replace(aboveProject, "/"))
        ? "test"
        : "app";
  return { file, line, function: name, role };
}
