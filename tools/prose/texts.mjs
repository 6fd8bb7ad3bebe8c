/**
 * @typedef {import("./habits.mjs").Kind} Kind
 * @typedef {{ kind: Kind, line: number, sentence: string }} Sentence
 */

const comment = /(?<=^|[\s(,{])\/\*\*?([\s\S]*?)\*\/|(?<=^|\s)\/\/ ([^\n]*(?:\n[ \t]*\/\/ [^\n]*)*)/g;
const testName = /(?:\b(?:test|describe)(?:\.\w+)*\(|\)\()\s*(["'`])([^"'`\n]{8,})\1\s*,/g;
const literal = /(["`])([A-Z][^"`\n]{12,}?)\1/g;
const markup = /(?<=>)\s*([A-Z][^<>{}]{10,}?)\s*(?=[<{])/g;

/**
 * Returns the sentences of a file that people read, each with its first line number.
 *
 * @param {string} file
 * @param {string} source
 * @returns {Sentence[]}
 */
export function sentencesOf(file, source) {
  if (file.endsWith(".md")) return fromMarkdown(source);
  if (file.endsWith(".sql")) return fromSql(source);
  const found = [...source.matchAll(comment)].flatMap((match) => {
    const text = (match[1] ?? match[2] ?? "").replaceAll(/^[ \t]*(?:\*|\/\/)/gm, " ");
    return cut("comment", text, lineAt(source, match.index));
  });
  const code = source.replaceAll(comment, (text) => text.replaceAll(/[^\n]/g, " "));
  if (/\.(?:test|spec)\.tsx?$/.test(file)) found.push(...matches("test", testName, 2, code));
  else if (/^packages\/[\w-]+\/src\//.test(file) && !/\/testing\/|\.story\./.test(file)) {
    found.push(...matches("text", literal, 2, code));
    if (file.endsWith(".tsx")) found.push(...matches("text", markup, 1, code));
  }
  return found;
}

/** @param {Kind} kind @param {RegExp} pattern @param {number} group @param {string} code */
function matches(kind, pattern, group, code) {
  return [...code.matchAll(pattern)].flatMap((match) => cut(kind, match[group] ?? "", lineAt(code, match.index)));
}

/** @param {string} source @returns {Sentence[]} */
function fromMarkdown(source) {
  const text = source.replaceAll(/```[\s\S]*?```|<[^>\n]{0,200}>/g, (code) => code.replaceAll(/[^\n]/g, " "));
  const lines = text.split("\n");
  const found = [];
  let from = 0;
  for (const [index, line] of [...lines, ""].entries()) {
    const isTable = /^\s*\|/.test(line);
    if (isTable) found.push(...line.split("|").flatMap((cell) => cut("docs", cell, index + 1)));
    const isNew = isTable || /^\s*(?:[-*#]|\d+\.\s|$)/.test(line);
    if (!isNew) continue;
    found.push(
      ...cut(
        "docs",
        lines
          .slice(from, index)
          .filter((part) => !/^\s*[|#]/.test(part))
          .join(" "),
        from + 1,
      ),
    );
    from = index;
  }
  return found;
}

/** @param {string} source @returns {Sentence[]} */
function fromSql(source) {
  return [...source.matchAll(/(?<=^|\n)[ \t]*-- ([^\n]*(?:\n[ \t]*-- [^\n]*)*)/g)].flatMap((match) =>
    cut("comment", (match[1] ?? "").replaceAll(/\n[ \t]*-- /g, " "), lineAt(source, match.index)),
  );
}

/** @param {Kind} kind @param {string} text @param {number} line @returns {Sentence[]} */
function cut(kind, text, line) {
  return text
    .replaceAll(/`[^`]*`/g, "X")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:[-*]|\d+\.)\s/, "")
    .split(/(?<=[.!?;]|(?<!\bNull):)\s+|\n[ \t]*\n|\n\s*[-@]\s?/)
    .map((sentence) => sentence.replaceAll(/\s+/g, " ").trim())
    .filter((sentence) => sentence.includes(" "))
    .map((sentence) => ({ kind, line, sentence }));
}

/** @param {string} text @param {number} index */
function lineAt(text, index) {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
