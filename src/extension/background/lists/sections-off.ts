import { includesSection, type SectionName } from '../../../core/snapshot/snapshot.ts';
import { isSwitchedOff } from '../../../core/verdict/protection.ts';
import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { Cached } from '../realm/cached.ts';

export function isAllOff(sections: readonly SectionName[], off: readonly SectionName[] = []): boolean {
  return isSwitchedOff(sections.map((section) => ({ on: !includesSection(off, section) })));
}

export class SectionsOff {
  readonly #store: ChannelStore;
  readonly #onChange: () => Promise<void>;
  readonly #stored: Cached<Awaited<ReturnType<ChannelStore['sectionsOff']>>>;

  constructor(store: ChannelStore, onChange: () => Promise<void>) {
    this.#store = store;
    this.#onChange = onChange;
    this.#stored = new Cached(
      () => store.sectionsOff(),
      ({ ok }) => ok,
    );
  }

  /** If unreadable, all sections are on, which flags more, never less. */
  async byChannel(): Promise<ReadonlyMap<string, readonly SectionName[]>> {
    const stored = await this.#stored.get();
    return new Map((stored.ok ? stored.value : []).map(({ channel, off }) => [channel, off]));
  }

  async set(channel: string, off: readonly SectionName[]): Promise<Outcome> {
    const stored = await this.#store.putSectionsOff({ channel, off });
    if (!stored.ok) return 'not-stored';
    await this.#onChange();
    return 'done';
  }

  forget(): void {
    this.#stored.forget();
  }
}
