/**
 * JSON Schema of the answers of `spamlight check`, `explain`, `evaluate` and the check service, made from the schemas in
 * `verdict.ts`. Limits are left out: they are for what others send.
 */
import * as v from 'valibot';
import { ASKS, REASON, VERDICT } from './verdict.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** What valibot's schemas, and the steps of their pipes, hold at run time. */
interface Step {
  readonly kind: string;
  readonly type: string;
  readonly pipe?: readonly Step[];
  readonly entries?: Readonly<Record<string, Step>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly item?: Step;
  readonly wrapped?: Step;
  readonly description?: string;
}

function jsonSchemaOf(step: Step): JsonSchema {
  const inner = step.wrapped ?? step.pipe?.findLast(({ kind }) => kind === 'schema');
  const description = step.pipe?.find(({ type }) => type === 'description')?.description;
  return {
    ...(inner === undefined ? plainSchemaOf(step) : jsonSchemaOf(inner)),
    ...(description === undefined ? {} : { description }),
  };
}

function plainSchemaOf({ type, item, entries, options, literal }: Step): JsonSchema {
  switch (type) {
    case 'array':
      return { type, items: item === undefined ? {} : jsonSchemaOf(item) };
    case 'literal':
      return typeof literal === 'boolean' ? { type: 'boolean' } : { type: 'string', enum: [literal] };
    case 'number':
      return { type: 'integer' };
    case 'object':
      return objectSchemaOf([entries ?? {}]);
    case 'picklist':
      return { type: 'string', enum: options };
    case 'variant':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a variant has objects as its options
      return objectSchemaOf((options as readonly Step[]).map((option) => option.entries ?? {}));
    default:
      return { type };
  }
}

/** A union is one object: readers look at `kind` first, and serializers need not try alternatives. */
function objectSchemaOf(members: readonly Readonly<Record<string, Step>>[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, step] of members.flatMap((entries) => Object.entries(entries))) {
    const schema = jsonSchemaOf(step);
    const words = [properties[name], schema].map((each) => each?.['enum']).filter(Array.isArray);
    properties[name] = words.length === 0 ? schema : { ...schema, enum: [...new Set(words.flat())] };
  }
  const isRequired = (name: string): boolean =>
    members.every((entries) => entries[name] !== undefined && entries[name].type !== 'exact_optional');
  return {
    type: 'object',
    required: Object.keys(properties).filter(isRequired),
    additionalProperties: false,
    properties,
  };
}

export const VERDICT_SCHEMA = jsonSchemaOf(VERDICT);

/** Without `revision`, which only the page needs. */
export const MESSAGE_VERDICT_SCHEMA = jsonSchemaOf(
  v.object({
    kind: v.picklist(['clear', 'flagged', 'unchecked']),
    asks: ASKS,
    points: v.exactOptional(v.pipe(v.number(), v.description('the sum, before a bound is asked'))),
    reasons: v.array(REASON),
    linkIndices: v.array(v.pipe(v.number(), v.description('links that a reason points at, 0 for the first'))),
  }),
);
