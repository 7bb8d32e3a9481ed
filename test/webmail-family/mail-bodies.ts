import type { Dice } from './dice.ts';

/** A message as a webmail would have it, and what leads out of it. */
export interface MailBody {
  readonly html: string;
  readonly isPlain: boolean;
}

/** Makes the address of the next link that must be found. */
export type NextLink = () => string;

const SENTENCES = [
  'Your parcel could not be delivered to the address that we have.',
  'Dear all, here are the notes for our rehearsal on Thursday.',
  'The invoice for last month is attached, please pay within 14 days.',
  'Bitte bestätigen Sie Ihre Angaben, sonst wird das Konto gesperrt.',
  'Wir treffen uns um sieben im alten Saal, bringt eure Noten mit.',
  '您的账户存在异常，请尽快核实您的信息。',
];

/** @param anchor - how this webmail writes a link of a message */
export function mailBody(
  dice: Dice,
  next: NextLink,
  anchor: (href: string, text: string) => string,
): MailBody {
  const kind = dice.one([
    'plain',
    'plain',
    'html',
    'html',
    'newsletter',
    'picture',
    'buttons',
    'people',
    'short',
  ] as const);
  const say = (): string => dice.one(SENTENCES);
  const link = (text = 'here'): string => anchor(next(), text);
  switch (kind) {
    case 'plain':
      return { html: plain(dice, next, anchor, say), isPlain: true };
    case 'html':
      return {
        html: `<p>${say()} ${link('Open it')}.</p><p><font size="2">${say()}</font></p><blockquote type="cite">${say()} ${link('quoted')}</blockquote>`,
        isPlain: false,
      };
    case 'newsletter':
      return {
        html: `<center><table width="600" cellpadding="0" bgcolor="#ffffff"><tr><td>${link('View in browser')}</td></tr>${Array.from({ length: 2 + dice.below(5) }, () => `<tr><td style="padding:8px"><h2>${say()}</h2>${link('Read more')}</td></tr>`).join('')}<tr><td style="font-size:11px">${link('Unsubscribe')}</td></tr></table></center>`,
        isPlain: false,
      };
    case 'picture':
      // The whole mail is one linked picture.
      return { html: anchor(next(), '<img src="data:," width="600" height="400" alt="">'), isPlain: false };
    case 'buttons':
      return {
        html: `<p>${say()}</p>${'<button type="button" style="width:9px;height:9px"></button>'.repeat(12)}<p>${link('Confirm')}</p>`,
        isPlain: false,
      };
    case 'people':
      return {
        html: `<p>${say()}</p><ul>${Array.from({ length: 61 }, (_, n) => `<li><a href="mailto:member${n}@choir.test">Member ${n}</a></li>`).join('')}</ul><p>${link('All of them')}</p>`,
        isPlain: false,
      };
    case 'short':
      return { html: `<div>Hi ${link('look')}</div>`, isPlain: false };
  }
}

function plain(
  dice: Dice,
  next: NextLink,
  anchor: (href: string, text: string) => string,
  say: () => string,
): string {
  const lines = Array.from({ length: 1 + dice.below(4) }, () => {
    const href = next();
    return `${say()} ${anchor(href, href)}`;
  });
  return dice.one([
    `<pre>${lines.join('\n')}</pre>`,
    `<div class="pre">${lines.join('<br>')}</div>`,
    lines.map((line) => `<p>${line}</p>`).join(''),
    lines.join('<br><br>'),
  ]);
}
