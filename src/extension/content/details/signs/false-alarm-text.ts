import { defangedAddress } from '../../../../core/text/defanged.ts';
import type { ContentTexts } from '../../texts/content-texts.ts';
import type { MessageSign } from '../../marks/message-sign.ts';

/**
 * What a reader sends to us, to say that a message is marked by mistake: which reasons, with their points, and the hosts
 * that it comes from and leads to. No name, no subject, no address, no word of it.
 */
export function falseAlarmText({ evidence, hosts }: MessageSign, { text }: ContentTexts): string {
  return [
    text('card_report_text'),
    '',
    evidence.map(({ id, points }) => `${id} ${points}`).join(', '),
    ...hosts.map((host) => `- ${defangedAddress(host)}`),
    '',
  ].join('\n');
}
