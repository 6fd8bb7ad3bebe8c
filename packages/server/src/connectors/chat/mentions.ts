import type { ConnectorField } from "@plumb/contract/integrations/connectors.ts";
import { field } from "#connectors/connector.ts";
import { ownerKey } from "#connectors/owner-key.ts";
import type { Values } from "#connectors/values.ts";

/** Groups of a chat service that can be mentioned. */
interface MentionKind {
  /** Name of an id in the service, such as "user group ID". */
  readonly noun: string;
  readonly example: string;
  readonly isId: (id: string) => boolean;
  /** Returns the markup that mentions a group. */
  readonly markup: (id: string) => string;
}

const fieldName = "mentions";
const maxEntries = 100;

export interface Mentions {
  readonly field: ConnectorField;
  /** Returns the mention of the first owner in the settings, or `null` without one. */
  readonly mentionOf: (binding: Values, owners: readonly string[]) => string | null;
  /** Returns what is wrong with the settings. */
  readonly checkBinding: (binding: Values) => Readonly<Record<string, string>>;
}

/**
 * Returns the setting that maps owners to groups, and the functions that use it. Only ids from the settings become mentions; owners, which may come
 * from a report, are only compared.
 */
export function mentionsFor({ noun, example, isId, markup }: MentionKind): Mentions {
  return {
    field: field({
      name: fieldName,
      label: "Mentions of owners",
      kind: "text",
      required: false,
      placeholder: `@checkout = ${example}`,
      hint: `Owner = ${noun}, separated by commas. A message about failures mentions the first of its owners in the list. Without entries, messages mention no owners.`,
    }),
    mentionOf(binding, owners) {
      const ids = new Map(entriesOf(binding).map(([owner, id]) => [ownerKey(owner), id] as const));
      const id = owners.map((owner) => ids.get(ownerKey(owner))).find((each) => each !== undefined && isId(each));
      return id === undefined ? null : markup(id);
    },
    checkBinding(binding) {
      const entries = entriesOf(binding);
      const wrong = entries.find(([owner, id]) => owner === "" || !isId(id));
      if (wrong !== undefined) {
        const [owner, id] = wrong;
        return {
          [fieldName]:
            owner === "" || id === "" ? `Enter pairs such as @checkout = ${example}` : `${id} is not a ${noun}`,
        };
      }
      return entries.length > maxEntries ? { [fieldName]: `At most ${maxEntries} owners` } : {};
    },
  };
}

/** Splits `owner = id, owner = id`. An owner may contain `=`. */
function entriesOf(binding: Values): (readonly [owner: string, id: string])[] {
  return (binding[fieldName] ?? "")
    .split(/[,\n]/)
    .filter((entry) => entry.trim() !== "")
    .map((entry) => {
      const at = entry.lastIndexOf("=");
      return at === -1
        ? ([entry.trim(), ""] as const)
        : ([entry.slice(0, at).trim(), entry.slice(at + 1).trim()] as const);
    });
}
