import { TRUNCATIONS } from '../../core/url/canonical/link-layer.ts';
import type { ScopedSubject } from '../../core/verdict/rules.ts';
import {
  CATEGORIES,
  EVIDENCE_FAMILIES,
  LEVELS,
  type Reason,
  TRUST_SCOPES,
  UNCHECKED_BECAUSE,
  type Verdict,
} from '../../core/verdict/verdict.ts';
import type { LinkVerdict, ShownLayer } from './link-messages.ts';
import {
  anyText,
  asRecord,
  BadField,
  count,
  type Fields,
  flag,
  list,
  nullOr,
  oneOf,
  own,
  text,
} from '../../core/fields/read-fields.ts';

/** More than any link has. */
const MAX_LAYERS = 64;
const MAX_REASONS = 100;
const MAX_VALUES = 10;
const MAX_SCOPES = 50;
const MAX_NAME_LENGTH = 4_000;

/** Reads the verdict of another frame's question. Only flagged and unchecked links raise questions. */
export function readQuestionVerdict(from: Fields): LinkVerdict {
  return {
    verdict: verdict(asRecord(own(from, 'verdict'), 'verdict')),
    layers: list(from, 'layers', MAX_LAYERS, layer),
    scopes: [],
  };
}

export function readCardVerdict(from: Fields): LinkVerdict {
  const [hiddenBy, contact] = (['hiddenBy', 'contact'] as const).map((name) =>
    own(from, name) === undefined ? undefined : text(from, name, MAX_NAME_LENGTH),
  );
  return {
    ...readQuestionVerdict(from),
    scopes: list(from, 'scopes', MAX_SCOPES, scopedSubject),
    ...(own(from, 'cannotTrust') === true ? { cannotTrust: true } : {}),
    ...(hiddenBy === undefined ? {} : { hiddenBy }),
    ...(contact === undefined ? {} : { contact }),
  };
}

function scopedSubject(value: unknown, field: string): ScopedSubject {
  const from = asRecord(value, field);
  return { scope: oneOf(from, 'scope', TRUST_SCOPES, field), subject: anyText(from, 'subject', field) };
}

function verdict(from: Fields): Verdict {
  if (oneOf(from, 'kind', ['flagged', 'unchecked'], 'verdict') === 'flagged') {
    return {
      kind: 'flagged',
      level: oneOf(from, 'level', LEVELS, 'verdict'),
      asks: flag(from, 'asks'),
      reasons: list(from, 'reasons', MAX_REASONS, reason),
    };
  }
  const because = oneOf(from, 'because', UNCHECKED_BECAUSE, 'verdict');
  return { kind: 'unchecked', because, asks: flag(from, 'asks') };
}

function layer(value: unknown, field: string): ShownLayer {
  const from = asRecord(value, field);
  return {
    url: anyText(from, 'url', field),
    host: nullOr(from, 'host', () => anyText(from, 'host', field)),
    registrableDomain: nullOr(from, 'registrableDomain', () => anyText(from, 'registrableDomain', field)),
    wrapper: nullOr(from, 'wrapper', () => text(from, 'wrapper', MAX_NAME_LENGTH, field)),
  };
}

function reason(value: unknown, field: string): Reason {
  const from = asRecord(value, field);
  const kind = oneOf(from, 'kind', ['listed', 'blocked', 'self-test', 'evidence', 'truncated'], field);
  const name = (of: string): string => text(from, of, MAX_NAME_LENGTH, field);
  const inLayer = (): number => count(from, 'layer', field, MAX_LAYERS);
  switch (kind) {
    case 'listed':
      return {
        kind,
        category: oneOf(from, 'category', CATEGORIES, field),
        level: oneOf(from, 'level', LEVELS, field),
        expression: name('expression'),
        group: name('group'),
        channel: name('channel'),
        channelName: name('channelName'),
        serial: count(from, 'serial', field),
        publishedAt: count(from, 'publishedAt', field),
        layer: inLayer(),
        ...(own(from, 'isCarried') === true ? { isCarried: true } : {}),
      };
    case 'blocked':
      return {
        kind,
        level: 'danger',
        by: oneOf(from, 'by', ['reader', 'administrator'], field),
        scope: oneOf(from, 'scope', TRUST_SCOPES, field),
        subject: name('subject'),
        layer: inLayer(),
      };
    case 'self-test':
      return { kind, level: 'danger', layer: inLayer() };
    case 'evidence':
      return {
        kind,
        level: 'caution',
        id: name('id'),
        family: oneOf(from, 'family', EVIDENCE_FAMILIES, field),
        points: points(from, field),
        values: list(from, 'values', MAX_VALUES, (each, at) => asText(each, at)),
      };
    case 'truncated':
      return { kind, level: 'caution', limit: oneOf(from, 'limit', TRUNCATIONS, field), layer: inLayer() };
  }
}

function points(from: Fields, field: string): number {
  const value = own(from, 'points');
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new BadField(field, 'points');
  return value;
}

function asText(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new BadField('', field);
  return value;
}
