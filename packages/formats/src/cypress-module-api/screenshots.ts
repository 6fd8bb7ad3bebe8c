import { asNumber, asString, asText, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { AttachmentRecord } from "#results/test-record.ts";
import { baseName } from "#text/content-type.ts";

interface Picture {
  readonly attachment: AttachmentRecord;
  /** Key of the test. */
  readonly key: string;
  readonly attempt: number;
}

/**
 * Screenshots of a spec. Old versions store the test and the attempt of each screenshot. Since version 13 only the file name
 * contains them: `Cart -- discounts -- expired (failed) (attempt 2).png`.
 */
export class Screenshots {
  readonly #byTest = new Map<string, Picture[]>();

  constructor(listed: unknown) {
    for (const picture of objectsOf(listed).map(pictureOf)) {
      const others = this.#byTest.get(picture.key);
      if (others === undefined) this.#byTest.set(picture.key, [picture]);
      else others.push(picture);
    }
  }

  /** Returns the screenshots of a test by attempt. */
  of(test: JsonObject, titlePath: readonly string[], attempts: number): AttachmentRecord[][] {
    const found = Array.from({ length: attempts }, (): AttachmentRecord[] => []);
    for (const key of [idKey(test["testId"]), plain(titlePath.join(" -- "))]) {
      if (key === undefined || key === "") continue;
      for (const { attempt, attachment } of this.#byTest.get(key) ?? [])
        found[Math.min(attempt, attempts - 1)]?.push(attachment);
      this.#byTest.delete(key);
    }
    return found;
  }

  /** Returns the screenshots with custom names, which belong to no test. */
  rest(): AttachmentRecord[] {
    return [...this.#byTest.values()].flat().map(({ attachment }) => attachment);
  }
}

function idKey(id: unknown): string | undefined {
  const text = asText(id);
  return text === undefined ? undefined : `#${text}`;
}

function pictureOf(picture: JsonObject): Picture {
  const path = asString(picture["path"]) ?? "";
  const named = baseName(path).replace(/\.\w+$/, "");
  const attempt = /\(attempt (\d{1,3})\)/.exec(named)?.[1];
  const index = asNumber(picture["testAttemptIndex"]);
  return {
    attachment: { name: asString(picture["name"]), path },
    key: idKey(picture["testId"]) ?? plain(named.replace(/ \((?:failed|attempt \d+|\d+)\)/g, "")),
    attempt: Math.max(0, index ?? Number(attempt ?? 1) - 1),
  };
}

/** Removes the characters that Cypress removes from file names. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}
