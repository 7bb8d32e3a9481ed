import { base64Bytes } from '../url/unwrap/read-destination.ts';
import type { EvidenceRow, Finding } from './evidence-row.ts';
import { foldText } from '../text/fold-text.ts';
import type { MessageView } from './message-view.ts';

const SOURCE = 'study on the development mail; fires only where the webmail shows whose mailbox it is';

/** Searched characters of a path; with the fragment, twice as many. */
const MAX_PATH = 2_000;

function namedByAddress({ reader, subject, shownName }: MessageView): Finding | null {
  if (reader === null) return null;
  const place = `${subject} ${shownName}`.toLowerCase();
  return place.includes(reader) ? { values: [reader], links: [] } : null;
}

/** Trackers identify readers by codes; a page that gets the address itself wants to show it. */
function addressInLink({ reader, actions }: MessageView): Finding | null {
  if (reader === null) return null;
  const links = actions.filter(
    ({ kind, isAligned, path, fragment }) =>
      kind !== 'tracker' && !isAligned && carries(`${path.slice(0, MAX_PATH)}#${fragment}`, reader),
  );
  const [first] = links;
  return first === undefined
    ? null
    : { values: [reader, first.site], links: [...new Set(links.map(({ index }) => index))] };
}

function carries(path: string, reader: string): boolean {
  const text = path.slice(0, 2 * MAX_PATH).toLowerCase();
  if (text.includes(reader) || text.includes(reader.replace('@', '%40'))) return true;
  const runs = path.slice(0, 2 * MAX_PATH).match(/[A-Za-z0-9+_-]{12,}={0,2}/g) ?? [];
  return runs.some((run) => {
    const bytes = base64Bytes(run);
    return (
      bytes !== null &&
      String.fromCharCode(...bytes.slice(0, 400))
        .toLowerCase()
        .includes(reader)
    );
  });
}

function fromReader({ reader, sender, actions }: MessageView): Finding | null {
  if (reader === null || sender?.address !== reader) return null;
  // Notes to oneself and scanned documents come from the reader's address too, but have no buttons.
  return actions.some(({ isWorded }) => isWorded) ? { values: [reader], links: [] } : null;
}

function greetedByAddress({ reader, textFolded }: MessageView): Finding | null {
  if (reader === null) return null;
  const top = textFolded.slice(0, 200);
  const local = reader.slice(0, reader.indexOf('@'));
  const greeted = /\b(?:dear|hello|hi|hallo|hola|bonjour|ola|ciao) ([^\s,:!]+)/.exec(top)?.[1];
  if (top.includes(foldText(reader))) return { values: [reader], links: [] };
  return greeted === foldText(local) ? { values: [local], links: [] } : null;
}

export const READER_ROWS: readonly EvidenceRow[] = [
  { id: 'R1', family: 'R', points: 3, isCircumstance: false, source: SOURCE, find: namedByAddress },
  { id: 'R2', family: 'R', points: 3, isCircumstance: false, source: SOURCE, find: addressInLink },
  { id: 'R3', family: 'R', points: 1, isCircumstance: true, source: SOURCE, find: greetedByAddress },
  { id: 'R4', family: 'R', points: 4, isCircumstance: false, source: SOURCE, find: fromReader },
];
