import { isRecord } from '../../src/core/fields/is-record.ts';
import { parseMail, type Mail } from '../../src/server/publisher/evaluate/mail.ts';

interface LetterOfKind {
  readonly kind: string;
  readonly mail: Mail;
}

/**
 * Reads lines `{"kind", "from", "subject", "body"}`, with optional `replyTo` and `files`. `body` is text, or HTML if it
 * has a `[text](href)` or `![description](href)`.
 *
 * @param language - also the ending that stands for `.example`: an ending that cannot exist is a reason of its own (B1)
 */
export function readLetters(lines: string, language: string): readonly LetterOfKind[] {
  const ending = ENDINGS[language];
  if (ending === undefined) throw new Error(`no ending is known for letters in ${language}`);
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) =>
      letterOf(JSON.parse(line.replaceAll('.example', `.${ending}`)), `${language}-${at + 1}`),
    );
}

const ENDINGS: Readonly<Record<string, string>> = {
  ar: 'ae',
  de: 'de',
  en: 'co.uk',
  es: 'es',
  fr: 'fr',
  it: 'it',
  ja: 'jp',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt',
  ru: 'ru',
  tr: 'com.tr',
};

function letterOf(value: unknown, id: string): LetterOfKind {
  if (!isRecord(value) || typeof value['kind'] !== 'string' || typeof value['body'] !== 'string')
    throw new Error(`${id} is no letter`);
  const { kind, body, from, subject, replyTo, files } = value;
  const mail = parseMail({
    source: 'letters-by-kind',
    label: 'ham',
    id,
    from,
    reply_to: replyTo,
    subject,
    links: [],
    ...(files === undefined ? {} : { files }),
    ...(/\]\(/.test(body) ? { html: htmlOf(body) } : { text: body }),
  });
  if (!mail.ok) throw new Error(`${id} ${mail.failure}`);
  return { kind, mail: mail.value };
}

function htmlOf(body: string): string {
  return body
    .replaceAll('&', '&amp;')
    .split('\n')
    .map(
      (line) =>
        `<p>${line
          .replaceAll(/!\[([^\]]*)\]\(([^)]*)\)/g, '<a href="$2"><img alt="$1" src="cid:1"></a>')
          .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '<a href="$2">$1</a>')}</p>`,
    )
    .join('');
}
