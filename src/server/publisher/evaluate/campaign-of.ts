import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import type { MailFacts } from '../../../core/mail/shown/mail-facts.ts';
import type { Mail } from './mail.ts';

/** The mail's first words without digits; for good mail, the sender's domain. */
export function campaignOf(mail: Mail, { facts }: MailFacts): string {
  if (mail.label === 'ham') {
    const address = facts.head?.address ?? '';
    return registrableDomain(address.slice(address.lastIndexOf('@') + 1)) ?? address;
  }
  const text = `${facts.head?.subject ?? ''} ${facts.body?.text.slice(0, 200) ?? ''}`.toLowerCase();
  const words = text.split(/\s+/).filter((word) => /^\p{L}{3,}$/u.test(word));
  return words.slice(0, 12).join(' ');
}
