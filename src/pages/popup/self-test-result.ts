import { SELF_TEST_PARTS, selfTestPartOf, type SelfTestPart } from '../../core/self-test/self-test-mail.ts';
import type { FlaggedLink } from '../../protocol/messages.ts';
import { el } from '../element.ts';
import { SELF_TEST_NAMES } from '../options/self-test-view.ts';
import type { PageContext } from '../page-context.ts';

/** How the self-test message fared in this webmail; null if it is not open. */
export function selfTestResult(flagged: readonly FlaggedLink[], { texts }: PageContext): HTMLElement | null {
  const found = new Set<SelfTestPart>();
  for (const { href, layers } of flagged) {
    for (const url of [href, ...layers.map((layer) => layer.url)]) {
      const part = selfTestPartOf(url);
      if (part !== null) found.add(part);
    }
  }
  if (found.size === 0) return null;
  const missing = SELF_TEST_PARTS.filter((part) => !found.has(part));
  return el(
    'div',
    { className: 'notice is-unchecked' },
    el('p', { className: 'notice-title' }, texts.text('selfTest_found', found.size, SELF_TEST_PARTS.length)),
    missing.length === 0
      ? null
      : el(
          'p',
          {},
          texts.text(
            'selfTest_missing',
            missing.map((part) => texts.text(SELF_TEST_NAMES[part])).join(' · '),
          ),
          missing.includes('form') ? texts.gap + texts.text('selfTest_missing_form') : null,
        ),
  );
}
