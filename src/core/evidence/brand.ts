import { foldText, wordsOf } from '../text/fold-text.ts';

/** Whoever is imitated: a company, an office, a service. */
export interface Brand {
  /** As people write it. */
  readonly name: string;
  /** Registrable domains, or names below one, that are its own. */
  readonly domains: readonly string[];
  /** Labels that are its own under any country and the general endings. */
  readonly labels: readonly string[];
  /** Its names and the first labels of its domains, each as one word of Latin letters and digits, folded. */
  readonly spellings: readonly string[];
  /**
   * False for one that a channel brought which is not the default one. Then its domains excuse what is said in its own
   * name and nothing else: a channel only adds reasons.
   */
  readonly isVouched: boolean;
}

/** Whether the host is of a brand whose domains vouch for nothing else; those of others are found by `brandsOf`. */
export function isHostOfUnvouched({ isVouched, domains }: Brand, host: string): boolean {
  return !isVouched && domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

export function spellingsOf(names: readonly string[], domains: readonly string[]): readonly string[] {
  const ofNames = names.map((name) => wordsOf(foldText(name)).join(''));
  const ofDomains = domains.map((domain) => domain.slice(0, domain.indexOf('.')).replaceAll('-', ''));
  return [...new Set([...ofNames, ...ofDomains])].filter((word) => /^[a-z0-9]+$/.test(word));
}
