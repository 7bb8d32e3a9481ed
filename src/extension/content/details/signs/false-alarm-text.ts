import { defangedAddress } from '../../../../core/text/defanged.ts';
import type { ContentTexts } from '../../texts/content-texts.ts';
import type { MessageSign } from '../../marks/message-sign.ts';

/** Reasons with points, and hosts of sender and links. No name, subject, address or text of the message. */
export function falseAlarmText({ evidence, hosts }: MessageSign, { text }: ContentTexts): string {
  return [
    text('card_report_text'),
    '',
    evidence.map(({ id, points }) => `${id} ${points}`).join(', '),
    ...hosts.map((host) => `- ${defangedAddress(host)}`),
    '',
  ].join('\n');
}
