import { describe, expect, test } from 'vitest';
import { hostFromBrowser, hostFromText, isIpLiteral } from '../../../../src/core/url/canonical/host-name.ts';

describe('whether a canonical host is an address', () => {
  test.each<[string, boolean]>([
    ['1.2.3.4', true],
    ['10.20.30.0', true],
    ['10.20.30.9', true],
    ['b.example', false],
    // Names that only end like one.
    ['a1.2.3.4', false],
    ['host9', false],
    ['1.2.3', false],
    ['[::1]', true],
    ['::1]', false],
    ['', false],
  ])('whether a canonical host is an address: %s: %s', (host, expected) => {
    expect(isIpLiteral(host)).toBe(expected);
  });
});

describe('a host as a browser gives it', () => {
  test.each<[string, string, boolean]>([
    ['b.example', 'b.example', false],
    ['.b.example', 'b.example', false],
    ['b.example.', 'b.example', false],
    ['b..example', 'b.example', false],
    ['1.2.3.4', '1.2.3.4', true],
    // No address to a browser, because of the dots.
    ['1.2.3.4..', '1.2.3.4', true],
    ['0x10.1..', '16.0.0.1', true],
    // IPv6 that stands for IPv4.
    ['[::ffff:102:304]', '1.2.3.4', true],
    ['[0:0:0:0:0:ffff:102:304]', '1.2.3.4', true],
    ['[64:ff9b::102:304]', '1.2.3.4', true],
    ['[::102:304]', '[::1.2.3.4]', true],
    // And that does not, each by one part.
    ['[1::ffff:102:304]', '[1::ffff:102:304]', true],
    ['[::1:ffff:102:304]', '[::1:ffff:102:304]', true],
    ['[65:ff9b::102:304]', '[65:ff9b::102:304]', true],
    ['[64:ff9c::102:304]', '[64:ff9c::102:304]', true],
    ['[64:ff9b:1::102:304]', '[64:ff9b:1::102:304]', true],
    ['[64:ff9b::1:102:304]', '[64:ff9b::1:102:304]', true],
    ['[1::102:304]', '[1::102:304]', true],
    ['[::1]', '[::1]', true],
    ['[::]', '[::]', true],
    ['[1::]', '[1::]', true],
    // Too few parts, and too many.
    ['[1:2]', '[1:2]', true],
    ['[0:0:0:0:0:ffff:102]', '[0:0:0:0:0:ffff:102]', true],
    ['[1:2:3:4:5:6:7:8:9::]', '[1:2:3:4:5:6:7:8:9::]', true],
    ['[0:0:0:0:0:ffff:102:304:5]', '[0:0:0:0:0:ffff:102:304:5]', true],
  ])('a host as a browser gives it: %s is %s', (given, host, isIp) => {
    expect(hostFromBrowser(given)).toEqual({ host, isIp });
  });
});

describe('a host that no browser accepts', () => {
  test.each<[string, string, string]>([
    ['one number', '2130706433', '127.0.0.1'],
    ['one hexadecimal number', '0x7f000001', '127.0.0.1'],
    ['the last of two fills the rest', '127.1', '127.0.0.1'],
    ['the last of three fills the rest', '1.2.772', '1.2.3.4'],
    ['hexadecimal parts of several digits', '0xab.0xcd.0xef.0x12', '171.205.239.18'],
    ['longer than what may have a space', '0x7f.0x0.0x0.0x001', '127.0.0.1'],
    ['octal', '010.1', '8.0.0.1'],
    ['a zero inside makes nothing octal', '100.1', '100.0.0.1'],
    ['what does not fit is cut off', '276.2.3', '20.2.0.3'],
    ['an octal part that does not fit', '0400.1', '0.0.0.1'],
    ['what follows a space', '1.2.3.4 x', '1.2.3.4'],
    ['dots at the ends', '.1.2.3.4.', '1.2.3.4'],
  ])('a host that no browser accepts: %s: an address', (_, given, host) => {
    expect(hostFromText(given)).toEqual({ host, isIp: true });
  });

  test.each<[string, string, string]>([
    ['a space too far back for an address', '1.2.3.4 xxxxxxxx', '1.2.3.4%20xxxxxxxx'],
    ['no octal digit', '08.1', '08.1'],
    ['a number that is none any more', `1.${'9'.repeat(400)}`, `1.${'9'.repeat(400)}`],
    ['five parts', '1.2.3.4.5', '1.2.3.4.5'],
    ['a dot in front', '.B.example', 'b.example'],
    ['an escaped delimiter', 'Host%23.example', 'host%23.example'],
  ])('a host that no browser accepts: %s: no address', (_, given, host) => {
    expect(hostFromText(given)).toEqual({ host, isIp: false });
  });
});
