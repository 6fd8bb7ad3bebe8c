import { limits } from "#limits.ts";
import { baseName } from "#text/content-type.ts";
import { type ElementHandler, readElements, type RequestedText } from "#xml/element-feed.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";

/** Data of a test that is not part of its results. */
export interface Definition {
  /** Name without the file extension; empty if unknown. */
  readonly assembly: string;
  /** Includes the namespace; empty if unknown. */
  className: string;
  readonly tags: string[];
  author: string | undefined;
  readonly annotations: { type: string; description: string }[];
}

export interface Definitions {
  readonly byTest: ReadonlyMap<string, Definition>;
  /** Framework whose adapter ran the tests. */
  readonly framework: "mstest" | "nunit" | "xunit";
  /** Folder of the run's files; empty if unknown. */
  readonly deploymentRoot: string;
  /** Example: `net8.0`. Undefined if the assemblies are in folders of different target frameworks. */
  readonly targetFramework: string | undefined;
}

/** Reads only the definitions, which can be anywhere in the file. */
export async function readDefinitions(text: AsyncIterable<string>): Promise<Definitions> {
  const reader = new DefinitionReader();
  await readElements(text, reader);
  return reader;
}

class DefinitionReader implements Definitions, ElementHandler {
  readonly byTest = new Map<string, Definition>();
  framework: Definitions["framework"] = "mstest";
  deploymentRoot = "";
  readonly #targetFrameworks = new Set<string | undefined>();
  #defined = false;
  #current: Definition | undefined;
  #property = { type: "", description: "" };

  open(tag: XmlTag): RequestedText | undefined {
    const { name, attributes } = tag;
    if (name === "Deployment") this.deploymentRoot = attributes.get("runDeploymentRoot") ?? "";
    else if (name === "TestDefinitions") this.#defined = true;
    else if (this.#defined && /Test(Type)?$|^TestElement/.test(name) && attributes.has("id")) this.#define(attributes);
    else if (this.#current !== undefined) return this.#openWithin(this.#current, tag);
    return undefined;
  }

  get targetFramework(): string | undefined {
    const [only] = this.#targetFrameworks;
    return this.#targetFrameworks.size === 1 ? only : undefined;
  }

  close(name: string): void {
    if (name === "TestDefinitions") {
      this.#defined = false;
      this.#current = undefined;
    } else if (name === "Property") this.#keepProperty();
  }

  #define(attributes: ReadonlyMap<string, string>): void {
    this.#current = {
      assembly: assemblyOf(attributes.get("storage")),
      className: "",
      tags: [],
      author: undefined,
      annotations: [],
    };
    const priority = attributes.get("priority") ?? "";
    if (priority !== "") this.#current.annotations.push({ type: "Priority", description: priority });
    this.byTest.set(attributes.get("id") ?? "", this.#current);
  }

  #openWithin(current: Definition, { name, attributes }: XmlTag): RequestedText | undefined {
    const max = limits.annotationValue;
    switch (name) {
      case "TestMethod":
        this.#method(current, attributes);
        return undefined;
      case "TestCategoryItem":
        if (current.tags.length < limits.tagsPerTest) current.tags.push(attributes.get("TestCategory") ?? "");
        return undefined;
      case "Owner":
        current.author ??= attributes.get("name");
        return undefined;
      case "Description":
        return { max, done: (text) => this.#annotate(current, "Description", text) };
      case "Key":
        return { max, done: (text) => (this.#property.type = text.trim()) };
      case "Value":
        return { max, done: (text) => (this.#property.description = text.trim()) };
      default:
        return undefined;
    }
  }

  #method(current: Definition, attributes: ReadonlyMap<string, string>): void {
    // Old versions write "Class, Assembly, Version=…".
    current.className = (attributes.get("className") ?? "").split(",", 1)[0]?.trim() ?? "";
    const assembly = assemblyOf(attributes.get("codeBase"));
    if (this.#targetFrameworks.size < 2) this.#targetFrameworks.add(targetFrameworkOf(attributes.get("codeBase")));
    if (assembly !== "") Object.assign(current, { assembly });
    const adapter = attributes.get("adapterTypeName") ?? "";
    if (/xunit/i.test(adapter)) this.framework = "xunit";
    else if (/nunit/i.test(adapter)) this.framework = "nunit";
  }

  #keepProperty(): void {
    const { type, description } = this.#property;
    this.#property = { type: "", description: "" };
    if (this.#current !== undefined && type !== "") this.#annotate(this.#current, type, description);
  }

  #annotate({ annotations }: Definition, type: string, text: string): void {
    if (annotations.length < limits.annotationsPerTest) annotations.push({ type, description: text.trim() });
  }
}

function assemblyOf(path: string | undefined): string {
  return baseName(path ?? "").replace(/\.(dll|exe)$/i, "");
}

/** Returns the target framework from the build folder of an assembly: `bin/Release/net8.0/Tests.dll`. */
function targetFrameworkOf(path = ""): string | undefined {
  const folders = path.toLowerCase().split(/[\\/]/).slice(0, -1);
  return folders.findLast((folder) => /^net(?:coreapp|standard)?\d[\d.]*(?:-[a-z]+[\d.]*)?$/.test(folder));
}
