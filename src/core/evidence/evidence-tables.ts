/** Whoever is imitated: a company, an office, a service. */
export interface Brand {
  /** As people write it, for sentences. */
  readonly name: string;
  /** Words that name it, lower case; one that starts with `~` is a common word and counts only as the whole name. */
  readonly words: readonly string[];
  /** Registrable domains that are its own; `acme.*` under any public suffix. */
  readonly domains: readonly string[];
}

/** What is known of senders and sites beforehand. */
export interface EvidenceTables {
  readonly brands: readonly Brand[];
}

const PACKAGED: EvidenceTables = { brands: [] };

/** The tables that come with the program. */
export function packagedTables(): EvidenceTables {
  return PACKAGED;
}
