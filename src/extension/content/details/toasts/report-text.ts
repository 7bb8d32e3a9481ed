import { defangedAddress } from '../../../../core/text/defanged.ts';
import type { ContentTexts } from '../../texts/content-texts.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';

/** For a list's maintainers. */
export function reportText({ answer, link }: MarkedLink, { text }: ContentTexts): string {
  const reasons = answer.verdict.kind === 'flagged' ? answer.verdict.reasons : [];
  const facts = reasons.flatMap((reason) =>
    reason.kind === 'listed'
      ? [
          `- ${reason.expression} (${reason.category}, ${reason.group}; ${reason.channelName} ${reason.serial})`,
        ]
      : [],
  );
  return [text('card_tell_text'), '', '', defangedAddress(link.href), ...facts, ''].join('\n');
}
