import { readFileSync } from "node:fs";
import {
  buildSchema,
  getVariableValues,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";

/**
 * Returns a function that returns how a GraphQL request differs from a schema; `null` if it conforms.
 *
 * @param file Schema in GraphQL's own language.
 */
export function createQueryChecker(file: URL): (body: string) => string | null {
  const schema = buildSchema(readFileSync(file, "utf8"));
  return (body) => {
    const { query, variables = {} } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
    try {
      const document = parse(query);
      const [error] = validate(schema, document);
      if (error !== undefined) return error.message;
      const [operation] = document.definitions.filter(
        (part): part is OperationDefinitionNode => part.kind === Kind.OPERATION_DEFINITION,
      );
      const { errors = [] } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
      const declared = (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
      const extra = Object.keys(variables).find((name) => !declared.includes(name));
      return errors[0]?.message ?? (extra === undefined ? null : `Variable $${extra} is not declared.`);
    } catch (error) {
      if (error instanceof GraphQLError) return error.message;
      throw error;
    }
  };
}
