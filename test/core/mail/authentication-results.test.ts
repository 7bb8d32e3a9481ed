import { property, string, assert as check } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authenticationResultsOf } from '../../../src/core/mail/head/authentication-results.ts';
import {
  isVouchedFor,
  MAIL_PROVIDERS,
  serversOf,
  attributeResults,
} from '../../../src/core/mail/head/own-server.ts';
import { HEAD, read } from './a-mail.ts';

const fieldsOf = (...values: readonly string[]) =>
  authenticationResultsOf({
    headers: values.map((value) => ({ key: 'authentication-results', originalKey: '', value })),
  });

const GMAIL =
  'mx.google.com; dkim=pass header.i=@a.example header.s=k header.b=x; spf=pass (google.com: domain of b@a.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=b@a.example; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=a.example';

describe('an Authentication-Results field', () => {
  test('an Authentication-Results field is read as RFC 8601 has it, comments left out', () => {
    expect(fieldsOf(GMAIL)).toEqual([
      {
        server: 'mx.google.com',
        spf: 'pass',
        dkim: 'pass',
        dmarc: 'pass',
        headerFrom: 'a.example',
        followsLast: false,
      },
    ]);
  });

  test.each([
    ['a result within a comment', 'mx.a.example; spf=fail (x; dmarc=pass header.from=bank.example)', null],
    [
      'a result within a quoted address',
      'mx.a.example; spf=pass smtp.mailfrom="x; dmarc=pass "@e.example',
      null,
    ],
    ['brackets that do not match', 'mx.a.example; spf=pass (x)); dmarc=pass', null],
    ['a bracket that stays open', 'mx.a.example; spf=pass (x; dmarc=pass', null],
    ['a quotation mark alone', 'mx.a.example; dmarc=pass; spf=pass smtp.mailfrom="x', null],
    ['an escape', String.raw`mx.a.example; dmarc=pass; spf=pass smtp.mailfrom="\""`, null],
    ['two results that differ', 'mx.a.example; dmarc=fail; dmarc=pass', null],
    ['two that agree', 'mx.a.example; dmarc=pass; dmarc=pass', 'pass'],
    ['capitals', 'MX.A.example; DMARC = Pass', 'pass'],
    ['quoted base64', 'mx.a.example; dkim=pass header.b="ab/c+="; dmarc=pass', 'pass'],
  ])('an Authentication-Results field: %s', (_, value, dmarc) => {
    expect(fieldsOf(value)[0]?.dmarc).toBe(dmarc);
  });

  test.each([
    ['Microsoft names no server', 'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=a.example; dmarc=pass'],
    ['nothing', ''],
  ])('an Authentication-Results field: %s: the field is ignored', (_, value) => {
    expect(fieldsOf(value)).toEqual([]);
  });

  test('of several signatures in an Authentication-Results field one that holds is enough', () => {
    expect(
      fieldsOf('mx.a.example; dkim=fail header.d=b.example; dkim=pass header.d=a.example')[0]?.dkim,
    ).toBe('pass');
  });

  test('an Authentication-Results field never throws, and a mail gives fifty at most', () => {
    check(
      property(string({ unit: 'binary', maxLength: 200 }), (value) => {
        for (const { server } of fieldsOf(value)) expect(server).not.toBe('');
      }),
    );
    expect(fieldsOf(...Array.from({ length: 200 }, () => GMAIL))).toHaveLength(50);
  });
});

describe('whose word counts', () => {
  const servers = serversOf('gmail') ?? [];

  test('every mail provider whose Authentication-Results count has servers and a public source', () => {
    for (const { id, servers: named, source } of MAIL_PROVIDERS) {
      expect(serversOf(id), id).toEqual(named);
      expect(source).toMatch(/^https:\/\/github\.com\//);
    }
  });

  test('only the Authentication-Results of the reader’s server count: others are claims', () => {
    const said = attributeResults(
      fieldsOf('mx.other.example; dmarc=pass', GMAIL, 'mx.evil.example; dmarc=pass'),
      servers,
    );
    expect(said.own?.dmarc).toBe('pass');
    expect(said.claims.map(({ server }) => server)).toEqual(['mx.other.example', 'mx.evil.example']);
  });

  test('where the reader has not said which server is theirs, all Authentication-Results are claims', () => {
    expect(attributeResults(fieldsOf(GMAIL), [])).toMatchObject({
      own: null,
      claims: [{ server: 'mx.google.com' }],
    });
  });

  test('the topmost Authentication-Results count: a forged one below changes nothing, also where the topmost says nothing of it', async () => {
    const mail = (...fields: readonly string[]): string =>
      `${fields.map((field) => `${field}\r\n`).join('')}${HEAD}\r\nhello`;
    const { authenticationResults } = await read(
      mail(
        'Authentication-Results: mx.google.com; dmarc=fail header.from=b.example',
        'Received: by mx.google.com',
        'Authentication-Results: mx.google.com; spf=pass; dmarc=pass header.from=b.example',
      ),
    );
    expect(attributeResults(authenticationResults, servers)).toMatchObject({
      own: { dmarc: 'fail', spf: null },
      claims: [{ dmarc: 'pass' }],
    });
  });

  test('of a server that writes an Authentication-Results field for each method, all that stand together count', async () => {
    const { authenticationResults, senders } = await read(
      [
        'Authentication-Results: mail.protonmail.ch; dkim=pass header.d=b.example',
        'Authentication-Results: mail.protonmail.ch; dmarc=pass (p=none dis=none)\r\n header.from=b.example',
        'Authentication-Results: mail.protonmail.ch; spf=fail smtp.mailfrom=b.example',
        `${HEAD}\r\nhello`,
      ].join('\r\n'),
    );
    const { own, claims } = attributeResults(authenticationResults, serversOf('proton') ?? []);
    expect(own).toMatchObject({ dkim: 'pass', dmarc: 'pass', spf: 'fail', headerFrom: 'b.example' });
    expect(claims).toEqual([]);
    expect(isVouchedFor(own, senders)).toBe(true);
  });

  test.each([
    ['another domain than From', 'mx.google.com; dmarc=pass header.from=c.example', ['a@b.example']],
    ['no domain', 'mx.google.com; dmarc=pass', ['a@b.example']],
    [
      'two addresses in From',
      'mx.google.com; dmarc=pass header.from=b.example',
      ['a@b.example', 'b@b.example'],
    ],
    ['nobody in From', 'mx.google.com; dmarc=pass header.from=b.example', []],
    ['a signature and no policy', 'mx.google.com; dkim=pass; spf=pass', ['a@b.example']],
  ])('nothing vouches for the sender of a mail: %s', (_, field, senders) => {
    expect(isVouchedFor(attributeResults(fieldsOf(field), servers).own, senders)).toBe(false);
    expect(isVouchedFor(null, senders)).toBe(false);
  });

  test.each([
    [' MX.Firm.example ', ['mx.firm.example']],
    ['localhost', null],
    ['', null],
    ['mx.a.example; dmarc=pass', null],
    ['.a.example', null],
    [`${'a.'.repeat(200)}example`, null],
  ])('a typed name of a mail server is read or refused: %j', (typed, expected) => {
    expect(serversOf(typed)).toEqual(expected);
  });
});
