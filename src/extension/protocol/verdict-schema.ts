/** A verdict as another frame sends it. Only flagged and unchecked links raise questions and cards. */
import * as v from 'valibot';
import { always, fields, list, TRUE, variants } from '../../core/fields/schema.ts';
import { FLAGGED, MAX_LAYERS, NAME, TRUST_SCOPES, UNCHECKED } from '../../core/verdict/verdict.ts';
import type { LinkVerdict } from './link-messages.ts';

const LAYER = fields({
  url: v.string(),
  host: v.nullable(v.string()),
  registrableDomain: v.nullable(v.string()),
  wrapper: v.nullable(NAME),
});

const VERDICT_AND_LAYERS = {
  verdict: variants('kind', [FLAGGED, UNCHECKED]),
  layers: list(LAYER, MAX_LAYERS),
};

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
