import { shortened } from '../../../core/text/outside-text.ts';
import type { ReadAttachment } from '../../platform/mail-worker.ts';
import { el, type Child } from '../element.ts';
import { icon } from '../icon.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { isRisky, type CheckedMessage } from './check-state.ts';
import { isFlagged } from './outcome.ts';

/** Further files are only counted. */
const SHOWN_FILES = 60;
const SHOWN_NAME = 100;

export function filesPart({ mail, links }: CheckedMessage, context: PageContext): readonly Child[] {
  const { texts } = context;
  const { attachments } = mail;
  if (attachments.length === 0) return [];
  const flagged = new Set(links.filter(isFlagged).map(({ href }) => href));
  const rest = attachments.length - SHOWN_FILES;
  return [
    <h3>{texts.count('check_files_title', attachments.length)}</h3>,
    <ul className="plain rows">
      {attachments.slice(0, SHOWN_FILES).map((file) => fileRow(file, flagged, context))}
    </ul>,
    rest > 0 ? <p className="hint">{texts.count('check_files_more', rest)}</p> : null,
  ];
}

function fileRow(file: ReadAttachment, flagged: ReadonlySet<string>, context: PageContext): HTMLElement {
  const { texts } = context;
  const { name, kind, isLookedInto, isDisguised, isMisnamed, hrefs } = file;
  const isListed = hrefs.some((href) => flagged.has(href));
  const isLookable = kind !== 'program' && kind !== 'archive' && kind !== 'office' && kind !== 'picture';
  const sentences = [
    texts.text(`check_file_${kind}`),
    isLookable && kind !== 'other' && !isLookedInto ? texts.text('check_file_not_read') : '',
    isDisguised ? texts.text('check_file_disguised') : '',
    isMisnamed ? texts.text('check_file_misnamed') : '',
    isListed ? texts.text('check_file_flagged') : '',
  ].filter((sentence) => sentence !== '');
  return (
    <li>
      <span className="row-title">
        {(isRisky(file) || isListed) && icon('caution')}
        {name === '' ? texts.text('check_file_unnamed') : outside(shortened(name, SHOWN_NAME))}
      </span>
      <span className="hint">{sentences.join(texts.gap)}</span>
    </li>
  );
}
