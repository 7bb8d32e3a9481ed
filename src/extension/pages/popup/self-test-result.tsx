import {
  inFormHref,
  SELF_TEST_PARTS,
  selfTestPartOf,
  type SelfTestPart,
} from '../../../core/self-test/self-test-mail.ts';
import type { TabReport } from '../../protocol/tab-messages.ts';
import { el } from '../element.ts';
import { SELF_TEST_NAMES } from '../options/about/self-test-view.tsx';
import type { PageContext } from '../page-context.ts';

function partsFound({ flagged }: Pick<TabReport, 'flagged'>): {
  readonly found: ReadonlySet<SelfTestPart>;
  readonly isFormTakenOut: boolean;
} {
  const found = new Set<SelfTestPart>();
  const urls = flagged.flatMap(({ href, layers }) => [href, ...layers.map(({ url }) => url)]);
  for (const url of urls) {
    const part = selfTestPartOf(url);
    if (part !== null) found.add(part);
  }
  // If the webmail removes the form, the link in it remains; the part counts as found.
  const isFormTakenOut = !found.has('form') && urls.includes(inFormHref());
  if (isFormTakenOut) found.add('form');
  return { found, isFormTakenOut };
}

export function selfTestResult(
  tab: Pick<TabReport, 'flagged' | 'webmail'>,
  context: PageContext,
): HTMLElement | null {
  const { texts } = context;
  const { found, isFormTakenOut } = partsFound(tab);
  if (found.size === 0) return null;
  return (
    <div className="notice is-unchecked">
      <p className="notice-title">
        {tab.webmail === null
          ? texts.text('selfTest_found', found.size, SELF_TEST_PARTS.length)
          : texts.text('selfTest_found_in', found.size, SELF_TEST_PARTS.length, tab.webmail)}
      </p>
      {found.size !== SELF_TEST_PARTS.length && <p>{missingParts(found, context)}</p>}
      {isFormTakenOut && <p>{texts.text('selfTest_form_taken_out')}</p>}
    </div>
  );
}

/** For an open self-test message of which no part was found. */
export function selfTestMissed(tab: Pick<TabReport, 'flagged'>, context: PageContext): HTMLElement | null {
  const { texts } = context;
  const { found } = partsFound(tab);
  if (found.size > 0) return null;
  return (
    <div className="notice is-unchecked" id="self-test-missed">
      <p className="notice-title">{texts.text('selfTest_none', SELF_TEST_PARTS.length)}</p>
      <p>
        {texts.text('selfTest_none_means')} {missingParts(found, context)}
      </p>
    </div>
  );
}

function missingParts(found: ReadonlySet<SelfTestPart>, { texts }: PageContext): string {
  const missing = SELF_TEST_PARTS.filter((part) => !found.has(part));
  return texts.text('selfTest_missing', missing.map((part) => texts.text(SELF_TEST_NAMES[part])).join(' · '));
}
