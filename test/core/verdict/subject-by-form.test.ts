import { describe, expect, test } from 'vitest';
import { subjectByForm } from '../../../src/core/verdict/subject-by-form.ts';

describe('a line without a scope', () => {
  test.each([
    ['bank.example', { scope: 'site', subject: 'bank.example' }],
    ['www.bank.example', { scope: 'host', subject: 'www.bank.example' }],
    ['https://www.bank.example/', { scope: 'host', subject: 'www.bank.example' }],
    ['bank.example/help/', { scope: 'path', subject: 'bank.example/help/' }],
    ['bank.example/help', { scope: 'link', subject: 'bank.example/help' }],
    ['https://bank.example/a?b=c', { scope: 'link', subject: 'bank.example/a?b=c' }],
    ['Anna@Bank.example', { scope: 'sender', subject: 'anna@bank.example' }],
    ['co.uk', 'not-trustable'],
    ['com', 'not-trustable'],
    ['😀', 'unreadable'],
    ['banana', 'unreadable'],
    ['*.bank.example', 'wildcard'],
    ['two words', 'unreadable'],
    ['http://b.example:x/', 'unreadable'],
  ])('a line without a scope: %s is what its form says', (line, subject) => {
    expect(subjectByForm(line, 'trust', 'reader')).toEqual(subject);
  });
});
