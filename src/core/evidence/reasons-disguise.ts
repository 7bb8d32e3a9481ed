import { readWebUrl } from '../url/canonical/canonical-url.ts';
import { registrableDomain } from '../url/hosts/registrable-domain.ts';
import { SPACED_LETTERS } from '../text/fold-text.ts';
import { withoutEnds } from '../text/without-ends.ts';
import { NOTHING_TO_NAME, type EvidenceRow, type Finding } from './evidence-row.ts';
import { MARK_POINTS } from './evidence-rule.ts';
import type { MessageView } from './message-view.ts';

const STUDY = 'study on the development mail';

const UNSEEN_INSIDE = /[a-z](?:[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]+[a-z]){2,}/iu;
/** Latin letters and their Cyrillic, Greek and Armenian look-alikes. */
const WITH_TWINS = /[A-Za-zаеорсухіјѕһԁԛԝкмтвнАВЕКМНОРСТУХІЈЅҮαορνικυΑΒΕΖΗΙΚΜΝΟΡΤΥΧսոօցհ]+/gu;
const OTHER_ALPHABET = /[\u{1d400}-\u{1d7ff}]{3,}|[\uff21-\uff5a]{4,}|[\u{1f130}-\u{1f189}]{3,}/u;

function disguisedWords({ name, subject, text }: MessageView): Finding | null {
  const [spaced] = name.match(SPACED_LETTERS) ?? [];
  if (spaced !== undefined) return { values: [spaced], links: [] };
  for (const place of [name, subject, text]) {
    const found = UNSEEN_INSIDE.exec(place)?.[0] ?? OTHER_ALPHABET.exec(place)?.[0] ?? mixedWord(place);
    if (found !== null) return { values: [found.slice(0, 40)], links: [] };
  }
  return null;
}

function mixedWord(text: string): string | null {
  if (!HAS_TWIN.test(text)) return null;
  for (const [word] of text.matchAll(WITH_TWINS)) {
    if (word.length >= 4 && /[a-z]/i.test(word) && HAS_TWIN.test(word)) return word;
  }
  return null;
}

const HAS_TWIN = /[аеорсухіјѕһԁԛԝкмтвнАВЕКМНОРСТУХІЈЅҮαορνικυΑΒΕΖΗΙΚΜΝΟΡΤΥΧսոօցհ]/u;

/** Link text that a person reads as an address. */
const ADDRESS_TEXT = /^(?:https?:\/\/|www\.|[a-z0-9.-]+\.[a-z]{2,}\/)[^\s<>"]*$/i;

function otherAddressShown({ links, sender }: MessageView): Finding | null {
  for (const { texts, site, index, kind, brands, isAligned, host } of links) {
    if (kind === 'tracker' || kind === 'agent') continue;
    if (host.startsWith('xn--')) return { values: [host, host], links: [index] };
    for (const text of texts) {
      const shown = withoutEnds(text, ' \n<>().,;');
      if (!ADDRESS_TEXT.test(shown)) continue;
      const web = readWebUrl(/^https?:/i.test(shown) ? shown : `http://${shown}`);
      if (typeof web === 'string') continue;
      const shownSite = registrableDomain(web.host);
      if (shownSite === null || shownSite === site) continue;
      // Not a disguise: a sender's own tracker, or one organisation's several names.
      if (isAligned || brands.length > 0 || kind === 'well-known' || sender?.site === site) continue;
      return { values: [shownSite, site], links: [index] };
    }
  }
  return null;
}

function hiddenByPadding({ body }: MessageView): Finding | null {
  return body.isCut === true ? NOTHING_TO_NAME : null;
}

export const DISGUISE_ROWS: readonly EvidenceRow[] = [
  { id: 'C1', family: 'C', points: 5, isCircumstance: false, source: STUDY, find: disguisedWords },
  { id: 'C2', family: 'C', points: 2, isCircumstance: true, source: STUDY, find: otherAddressShown },
  {
    id: 'C3',
    family: 'C',
    points: MARK_POINTS,
    isCircumstance: false,
    isEnough: true,
    source:
      'messages made to use up what is read of them; 60,000 nodes with less than 1,500 letters in sight',
    find: hiddenByPadding,
  },
];
