import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Library } from "./libraries.ts";
import { platforms } from "./node-binaries.ts";

/** `packages` of package-lock.json, by folder. */
type LockedPackages = Readonly<Record<string, { readonly integrity?: string }>>;

/**
 * Returns the software bill of materials of a release as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). It lists the libraries of the server
 * and the web app, and the Node.js of the archives.
 *
 * @param date when the source was committed
 */
export function sbomOf(
  root: string,
  version: string,
  libraries: readonly Library[],
  date: Date,
): Record<string, unknown> {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: LockedPackages;
  };
  const server = {
    type: "application",
    "bom-ref": `plumb-server@${version}`,
    name: "plumb-server",
    version,
    ...licensed("Apache-2.0"),
  };
  const nodes = [...new Set(platforms.map((platform) => platform.version))];
  const components = libraries.map((library) => component(library, packages[library.folder]?.integrity));
  const graph = libraries.map((library) => ({ ref: refOf(library), dependsOn: dependenciesOf(library, libraries) }));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, date, components]))}`,
    version: 1,
    metadata: { timestamp: date.toISOString(), component: server },
    components: [
      ...components,
      ...nodes.map((node) => ({
        type: "platform",
        "bom-ref": `node@${node}`,
        name: "node",
        version: node,
        ...licensed("MIT"),
      })),
    ],
    dependencies: [
      { ref: server["bom-ref"], dependsOn: [...libraries.map(refOf), ...nodes.map((node) => `node@${node}`)] },
      ...graph,
    ],
  };
}

/** A version can be installed in several folders, so the folder identifies a library. */
function refOf({ folder }: Library): string {
  return folder;
}

function component(library: Library, integrity: string | undefined): Record<string, unknown> {
  const { name, version, license } = library;
  return {
    type: "library",
    "bom-ref": refOf(library),
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(license === null ? {} : licensed(license)),
    ...(integrity?.startsWith("sha512-") === true
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }] }
      : {}),
  };
}

/** Text that is not an SPDX identifier or expression is passed on as a name. */
function licensed(license: string) {
  if (/^[\w.-]+$/.test(license)) return { licenses: [{ license: { id: license } }] };
  return {
    licenses: [
      / (?:AND|OR|WITH) /.test(license) && !/^SEE /i.test(license)
        ? { expression: license }
        : { license: { name: license } },
    ],
  };
}

function dependenciesOf(library: Library, libraries: readonly Library[]): string[] {
  return library.dependencies.flatMap((name) => {
    const candidates = libraries.filter((other) => other.name === name);
    const nested = candidates.find(({ folder }) => folder.startsWith(`${library.folder}/`));
    const found = nested ?? candidates.find(({ folder }) => folder === `node_modules/${name}`);
    return found === undefined ? [] : [refOf(found)];
  });
}

/** Returns a version 8 UUID, so that equal releases have equal files. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
