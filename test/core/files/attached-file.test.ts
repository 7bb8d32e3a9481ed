import { constantFrom, option, property, string, assert as check } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachedFile, FILE_KINDS } from '../../../src/core/files/attached-file.ts';

const file = (name: string, declaredType = '', realType: string | null = null) =>
  attachedFile({ name, declaredType, realType });

describe('what an attachment is', () => {
  test.each([
    ['invoice.exe', '', null, 'program'],
    ['invoice.js ', 'text/plain', null, 'program'],
    ['invoice', '', 'application/vnd.microsoft.portable-executable', 'program'],
    ['form.html', 'application/octet-stream', null, 'page'],
    ['drawing.svg', 'image/svg+xml', null, 'page'],
    ['photo.jpg', 'image/jpeg', 'text/html', 'page'],
    ['invite.ics', 'text/calendar', null, 'calendar'],
    ['mail.eml', 'message/rfc822', null, 'mail'],
    ['bill.pdf', 'application/pdf', 'application/pdf', 'pdf'],
    ['files.zip', 'application/zip', 'application/zip', 'archive'],
    ['letter.docx', '', 'application/zip', 'office'],
    ['sheet.xls', 'application/vnd.ms-excel', 'application/x-ole-storage', 'office'],
    ['photo.png', 'image/png', 'image/png', 'picture'],
    ['notes.txt', 'text/plain', null, 'text'],
    ['', '', null, 'other'],
  ])('the kind of an attachment: %s, %s, %s: %s', (name, declared, real, kind) => {
    expect(file(name, declared, real).kind).toBe(kind);
  });

  test.each([
    ['invoice.pdf.exe', true],
    ['invoice.pdf.html', true],
    ['photo.jpg  .scr', true],
    ['invoice\u202Efdp.exe', true],
    ['invoice\u2067fdp.exe', true],
    ['invoice\u202Dcod.exe', true],
    ['חשבונית\u200F 2026\u200E.pdf', false],
    ['\u202Afatura.pdf\u202C', false],
    ['\u2068invoice.pdf\u2069', false],
    ['report.2026.pdf', false],
    ['page.html', false],
    ['archive.tar.gz', false],
  ])('the kind of an attachment: %s is disguised: %s', (name, isDisguised) => {
    expect(file(name).isDisguised).toBe(isDisguised);
  });

  test.each([
    ['photo.jpg', 'image/jpeg', 'image/png', false],
    ['photo.jpg', 'image/jpeg', 'application/zip', true],
    ['bill.pdf', 'application/pdf', 'text/html', true],
    ['letter.docx', '', 'application/zip', false],
    ['mail.msg', '', 'application/x-ole-storage', false],
    ['bill.pdf', 'application/octet-stream', 'application/pdf', false],
  ])('the kind of an attachment: %s, %s, %s is misnamed: %s', (name, declared, real, isMisnamed) => {
    expect(file(name, declared, real).isMisnamed).toBe(isMisnamed);
  });

  test('the kind of an attachment is one of the known kinds, whatever the file is called', () => {
    check(
      property(
        string({ unit: 'binary' }),
        string(),
        option(constantFrom('text/html', 'x/y')),
        (name, type, real) => {
          expect(FILE_KINDS).toContain(file(name, type, real).kind);
        },
      ),
    );
  });
});
