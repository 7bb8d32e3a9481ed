import { foldText, wordsOf } from '../text/fold-text.ts';

export interface Brand {
  readonly name: string;
  /** Registrable domains, or hosts below one. */
  readonly domains: readonly string[];
  /** Labels that the brand owns under general and country endings. */
  readonly labels: readonly string[];
  /** Names and first labels of domains, each folded to one word of Latin letters and digits. */
  readonly spellings: readonly string[];
  /**
   * False for a brand from a channel other than the default one. Its domains may use the brand's name, but get no other
   * trust: such a channel may only add reasons.
   */
  readonly isVouched: boolean;
}

export function isHostOfUnvouched({ isVouched, domains }: Brand, host: string): boolean {
  return !isVouched && domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

export function spellingsOf(names: readonly string[], domains: readonly string[]): readonly string[] {
  const ofNames = names.map((name) => wordsOf(foldText(name)).join(''));
  const ofDomains = domains.map((domain) => domain.slice(0, domain.indexOf('.')).replaceAll('-', ''));
  return [...new Set([...ofNames, ...ofDomains])].filter((word) => /^[a-z0-9]+$/.test(word));
}
