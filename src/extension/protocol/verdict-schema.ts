/** A verdict as another frame sends it. Only flagged and unchecked links raise questions and cards. */
import * as v from 'valibot';
import { TRUNCATIONS } from '../../core/url/canonical/link-layer.ts';
import {
  CATEGORIES,
  EVIDENCE_FAMILIES,
  LEVELS,
  TRUST_SCOPES,
  UNCHECKED_BECAUSE,
} from '../../core/verdict/verdict.ts';
import type { LinkVerdict } from './link-messages.ts';
import { always, count, fields, list, text, TRUE, variants } from './schema.ts';

/** More than any link has. */
const MAX_LAYERS = 64;

const NAME = text(4_000);
const IN_LAYER = count(MAX_LAYERS);
const DANGER = always('danger');
const CAUTION = always('caution');

const REASON = variants('kind', [
  v.object({
    kind: v.literal('listed'),
    category: v.picklist(CATEGORIES),
    level: v.picklist(LEVELS),
    expression: NAME,
    group: NAME,
    channel: NAME,
    channelName: NAME,
    serial: count(),
    publishedAt: count(),
    layer: IN_LAYER,
    isCarried: v.exactOptional(TRUE),
  }),
  v.object({
    kind: v.literal('blocked'),
    level: DANGER,
    by: v.picklist(['reader', 'administrator']),
    scope: v.picklist(TRUST_SCOPES),
    subject: NAME,
    layer: IN_LAYER,
  }),
  v.object({ kind: v.literal('self-test'), level: DANGER, layer: IN_LAYER }),
  v.object({
    kind: v.literal('evidence'),
    level: CAUTION,
    id: NAME,
    family: v.picklist(EVIDENCE_FAMILIES),
    points: v.pipe(v.number(), v.safeInteger()),
    values: list(v.string(), 10),
  }),
  v.object({
    kind: v.literal('truncated'),
    level: CAUTION,
    limit: v.picklist(TRUNCATIONS),
    layer: IN_LAYER,
  }),
]);

const VERDICT = variants('kind', [
  v.object({
    kind: v.literal('flagged'),
    level: v.picklist(LEVELS),
    asks: v.boolean(),
    reasons: list(REASON, 100),
  }),
  v.object({ kind: v.literal('unchecked'), because: v.picklist(UNCHECKED_BECAUSE), asks: v.boolean() }),
]);

const LAYER = fields({
  url: v.string(),
  host: v.nullable(v.string()),
  registrableDomain: v.nullable(v.string()),
  wrapper: v.nullable(NAME),
});

const VERDICT_AND_LAYERS = { verdict: VERDICT, layers: list(LAYER, MAX_LAYERS) };

export const QUESTION_VERDICT: v.GenericSchema<unknown, LinkVerdict> = fields({
  ...VERDICT_AND_LAYERS,
  scopes: always([]),
});

export const CARD_VERDICT: v.GenericSchema<unknown, LinkVerdict> = fields({
  ...VERDICT_AND_LAYERS,
  scopes: list(fields({ scope: v.picklist(TRUST_SCOPES), subject: v.string() }), 50),
  cannotTrust: v.exactOptional(TRUE),
  hiddenBy: v.exactOptional(NAME),
  contact: v.exactOptional(NAME),
});
