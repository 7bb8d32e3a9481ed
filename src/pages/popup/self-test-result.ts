import {
  inFormHref,
  SELF_TEST_PARTS,
  selfTestPartOf,
  type SelfTestPart,
} from '../../core/self-test/self-test-mail.ts';
import type { TabReport } from '../../protocol/tab-messages.ts';
import { el } from '../element.ts';
import { SELF_TEST_NAMES } from '../options/self-test-view.ts';
import type { PageContext } from '../page-context.ts';

/** How the self-test message fared in this webmail; null if it is not open. */
export function selfTestResult(
  { flagged, webmail }: Pick<TabReport, 'flagged' | 'webmail'>,
  { texts }: PageContext,
): HTMLElement | null {
  const found = new Set<SelfTestPart>();
  const urls = flagged.flatMap(({ href, layers }) => [href, ...layers.map(({ url }) => url)]);
  for (const url of urls) {
    const part = selfTestPartOf(url);
    if (part !== null) found.add(part);
  }
  // Where the form is gone, what was in it is all there is to click, and it was found.
  const isFormTakenOut = !found.has('form') && urls.includes(inFormHref());
  if (isFormTakenOut) found.add('form');
  if (found.size === 0) return null;
  const missing = SELF_TEST_PARTS.filter((part) => !found.has(part));
  return el(
    'div',
    { className: 'notice is-unchecked' },
    el(
      'p',
      { className: 'notice-title' },
      webmail === null
        ? texts.text('selfTest_found', found.size, SELF_TEST_PARTS.length)
        : texts.text('selfTest_found_in', found.size, SELF_TEST_PARTS.length, webmail),
    ),
    missing.length === 0
      ? null
      : el(
          'p',
          {},
          texts.text(
            'selfTest_missing',
            missing.map((part) => texts.text(SELF_TEST_NAMES[part])).join(' · '),
          ),
        ),
    isFormTakenOut ? el('p', {}, texts.text('selfTest_form_taken_out')) : null,
  );
}
