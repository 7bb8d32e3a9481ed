import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Schema from 'typebox/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { MESSAGE_VERDICT_SCHEMA, VERDICT_SCHEMA } from '../../../src/core/verdict/answer-schema.ts';
import { aWorkshop, succeed, type Workshop } from '../publisher/run-command.ts';
import { aService, closeServices, post } from '../service/a-service.ts';

afterEach(closeServices);

const ofLink = Schema.Compile(VERDICT_SCHEMA);
const ofMessage = Schema.Compile(MESSAGE_VERDICT_SCHEMA);

const HREFS = [
  'https://a.example/login',
  'https://www.google.com/url?q=https%3A%2F%2Fa.example%2Flogin',
  'https://b.example/',
  'https://d.example/',
  'https://bit.ly/3abcd',
  'javascript:1',
  `https://a.example/${'x'.repeat(66_000)}`,
];

async function aChannel(): Promise<Workshop> {
  const workshop = await aWorkshop();
  workshop.setFeeds([
    { name: 'one', text: 'https://a.example/login\n', reviewed: true },
    { name: 'two', format: 'domain-list', category: 'spam', text: 'b.example\n' },
  ]);
  await workshop.build();
  return workshop;
}

const tricky = {
  source: 'box',
  label: 'phish',
  from: 'PayPal <service@mailer.test>',
  reply_to: 'x@other.test',
  subject: 'Your account is limited',
  text: 'Your PayPal account is limited. Verify your password at once or it will be closed within 24 hours.',
  links: [{ href: 'https://paypal.signin.test/login', text: 'https://www.paypal.com/signin', tag: 'a' }],
};

function verdictsIn(lines: readonly string[]): readonly unknown[] {
  return lines.map((line) => {
    const { verdict } = JSON.parse(line) as { readonly verdict?: unknown };
    return verdict;
  });
}

function kindsOf(verdicts: readonly unknown[]): string[] {
  return verdicts.map((verdict) => (verdict as { readonly kind: string }).kind);
}

describe('a verdict has one shape', () => {
  test('a verdict has one shape, whether `check` or `explain` prints it', async () => {
    const { channel } = await aChannel();
    const input = `${HREFS.join('\n')}\n`;
    const checked = verdictsIn(await succeed(['check', '--channel', channel, '--json'], { input }));
    expect(kindsOf(checked)).toEqual([
      'flagged',
      'flagged',
      'flagged',
      'clear',
      'clear',
      'unchecked',
      'unchecked',
    ]);
    for (const verdict of checked) expect(ofLink.Errors(verdict)).toEqual([true, []]);
    const explained = verdictsIn(await succeed(['explain', '--channel', channel, '--json'], { input }));
    expect(explained).toEqual(checked);
  });

  test('a verdict of the service has the shape of that of `check`', async () => {
    const { body } = await post(await aService(), '/v1/check', {
      urls: ['http://bad.example/', 'http://shop.example/', ...HREFS],
    });
    const verdicts = body.results.map((result) => (result as { readonly verdict?: unknown }).verdict);
    expect(new Set(kindsOf(verdicts))).toEqual(new Set(['flagged', 'clear', 'unchecked']));
    for (const verdict of verdicts) expect(ofLink.Errors(verdict)).toEqual([true, []]);
    const message = await post(await aService(), '/v1/check-message', { text: 'http://bad.example/' });
    const [link] = message.body.links as readonly { readonly verdict?: unknown }[];
    expect(ofLink.Errors(link?.verdict)).toEqual([true, []]);
  });

  test('the evidence of a message has one shape in `explain` and `evaluate`', async () => {
    const { folder, channel } = await aChannel();
    const file = join(folder, 'mails.jsonl');
    const listed = { ...tricky, source: 'list', links: [{ href: HREFS[0], text: 'here', tag: 'a' }] };
    writeFileSync(file, [tricky, listed].map((mail) => `${JSON.stringify(mail)}\n`).join(''));
    const explained = verdictsIn(await succeed(['explain', '--message', file, '--json']));
    expect(kindsOf(explained)[0]).toBe('flagged');
    for (const verdict of explained) expect(ofMessage.Errors(verdict)).toEqual([true, []]);

    const [, ...examples] = await succeed([
      'evaluate',
      '--channel',
      channel,
      '--mail',
      file,
      '--explain',
      '1',
      '--json',
    ]);
    const [byList, byMessage] = verdictsIn(examples.sort().reverse());
    expect(ofLink.Errors(byList)).toEqual([true, []]);
    expect(ofMessage.Errors(byMessage)).toEqual([true, []]);
  });
});

test('the JSON Schema of a verdict is printed for other programs', async () => {
  const lines = await succeed(['explain', '--schema']);
  expect(JSON.parse(lines.join('\n'))).toEqual({ link: VERDICT_SCHEMA, message: MESSAGE_VERDICT_SCHEMA });
});

test('a verdict with a field that the schema does not name is refused', () => {
  expect(ofLink.Check({ kind: 'clear', sure: true })).toBe(false);
  expect(ofLink.Check({ kind: 'safe' })).toBe(false);
  expect(
    ofMessage.Check({ kind: 'flagged', asks: false, reasons: [{ kind: 'evidence' }], linkIndices: [] }),
  ).toBe(false);
});
