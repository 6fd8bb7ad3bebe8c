import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { root } from "../../scripts/folders.mjs";
import kubernetes from "./testing/kubernetes-types.json" with { type: "json" };

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

type Types = Readonly<
  Record<string, { readonly required: readonly string[]; readonly properties: Readonly<Record<string, string>> }>
>;

/** Types that the manifests use, with all of their properties. */
const types = kubernetes.types as unknown as Types;
const folder = join(root, "deploy/kubernetes");

/** Returns what Kubernetes would refuse, as `path: reason`. A strategic merge patch may lack required properties. */
function problems(value: unknown, type: string, path: string, isPatch: boolean): string[] {
  const [, element] = /^Array<(.*)>$/.exec(type) ?? [];
  if (element !== undefined) {
    if (!Array.isArray(value)) return [`${path}: is not a list`];
    return value.flatMap((item, index) => problems(item, element, `${path}[${index}]`, isPatch));
  }
  const [, valueType] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? [];
  if (valueType !== undefined)
    return Object.entries(value as object).flatMap(([key, item]) =>
      problems(item, valueType, `${path}.${key}`, isPatch),
    );
  if (type === "IntOrString")
    return ["number", "string"].includes(typeof value) ? [] : [`${path}: is not a number or text`];
  if (["string", "number", "boolean"].includes(type)) return typeof value === type ? [] : [`${path}: is not a ${type}`];
  const known = types[type];
  if (known === undefined) return [`${path}: kubernetes-types.json lacks ${type}`];
  const missing = isPatch ? [] : known.required.filter((name) => !(name in (value as object)));
  return [
    ...missing.map((name) => `${path}: lacks ${name}`),
    ...Object.entries(value as object).flatMap(([name, item]) => {
      const property = known.properties[name];
      return property === undefined
        ? [`${path}.${name}: is unknown`]
        : problems(item, property, `${path}.${name}`, isPatch);
    }),
  ];
}

function resourcesIn(text: string): Resource[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}

const files = globSync("**/*.yaml", { cwd: folder }).filter((path) => !path.endsWith("kustomization.yaml"));

test.for(files)("Kubernetes accepts %s", (path) => {
  const resources = resourcesIn(readFileSync(join(folder, path), "utf8"));
  expect(resources.length).toBeGreaterThan(0);
  const isPatch = !path.startsWith("base/");
  expect(resources.flatMap((resource) => problems(resource, `V1${resource.kind}`, resource.kind, isPatch))).toEqual([]);
});

test("a wrong manifest is refused", () => {
  const [resource] = resourcesIn(readFileSync(join(folder, "base/service.yaml"), "utf8"));
  const wrong = { ...resource, metadata: { nam: "plumb" }, spec: { ports: [{ port: "80" }] } };
  expect(problems(wrong, "V1Service", "Service", false)).toEqual([
    "Service.metadata.nam: is unknown",
    "Service.spec.ports[0].port: is not a number",
  ]);
});

const overlays = ["embedded", "postgresql", "replicas"];

test.for(overlays)("the kustomization of %s names files that exist", (overlay) => {
  const { resources = [], patches = [] } = parse(readFileSync(join(folder, overlay, "kustomization.yaml"), "utf8")) as {
    resources?: string[];
    patches?: { path: string }[];
  };
  const files = resources.map((name) => (name.endsWith(".yaml") ? name : `${name}/kustomization.yaml`));
  for (const path of [...files, ...patches.map((patch) => patch.path)])
    expect(globSync(path, { cwd: join(folder, overlay) })).toHaveLength(1);
});

// kubectl contains kustomize.
test.skipIf(!hasKubectl()).for(overlays)("kustomize builds %s, which Kubernetes accepts", (overlay) => {
  const built = execFileSync("kubectl", ["kustomize", join(folder, overlay)], { encoding: "utf8" });
  const resources = resourcesIn(built);
  const kinds = ["ConfigMap", "Service", "ServiceAccount", "StatefulSet"];
  expect(resources.map(({ kind }) => kind).toSorted()).toEqual(
    overlay === "replicas" ? [...kinds, "PodDisruptionBudget"].toSorted() : kinds,
  );
  expect(resources.flatMap((resource) => problems(resource, `V1${resource.kind}`, resource.kind, false))).toEqual([]);
});

function hasKubectl(): boolean {
  try {
    execFileSync("kubectl", ["version", "--client"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("all ways to run the server use the same ports, user and folder", () => {
  const dockerfile = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
  expect(dockerfile).toContain("USER 10001:10001");
  expect(dockerfile).toContain("EXPOSE 4600 4601");
  const compose = parse(readFileSync(join(root, "deploy/compose.yaml"), "utf8")) as {
    services: { plumb: { ports: string[]; volumes: string[] } };
  };
  expect(compose.services.plumb.ports).toEqual(["4600:4600", "4601:4601"]);
  expect(compose.services.plumb.volumes).toEqual(["plumb:/var/lib/plumb"]);
  const manifest = readFileSync(join(folder, "base/stateful-set.yaml"), "utf8");
  for (const text of ["runAsUser: 10001", "containerPort: 4600", "containerPort: 4601", "mountPath: /var/lib/plumb"])
    expect(manifest).toContain(text);
});
