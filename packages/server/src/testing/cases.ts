import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Small builds with their correct results. They are not in the repository, so tests with them are optional. */
const casesFolder = join(process.env["PLUMB_TEST_DATA"] ?? "", "cases");

interface CaseUpload {
  readonly files: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  /** Name under which the only file is sent. */
  readonly as?: string;
}

export interface UploadCase {
  readonly name: string;
  readonly uploads: readonly CaseUpload[];
  readonly right: Readonly<Record<string, unknown>>;
  /** True if another result can be defended. */
  readonly isArguable: boolean;
}

/** Returns all cases that are uploads; empty without the folder. */
export function uploadCases(): UploadCase[] {
  if (!existsSync(casesFolder)) return [];
  return readdirSync(casesFolder).flatMap((name): UploadCase[] => {
    const file = join(casesFolder, name, "expected.json");
    if (!existsSync(file)) return [];
    const { uploads, right, arguable } = JSON.parse(readFileSync(file, "utf8")) as Partial<UploadCase> & {
      readonly arguable?: unknown;
    };
    if (uploads === undefined || right === undefined) return [];
    return [{ name, uploads, right, isArguable: arguable !== undefined }];
  });
}

/** Returns the files that a case uploads, in this order. */
export function caseFiles(
  { name }: UploadCase,
  { as }: CaseUpload,
  files: readonly string[],
): Record<string, Uint8Array> {
  return Object.fromEntries(files.map((file) => [as ?? file, readFileSync(join(casesFolder, name, file))]));
}
