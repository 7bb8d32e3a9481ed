import type { SoundsUnwanted } from '../../../core/evidence/message-context.ts';
import { messageWords } from '../../../core/words/message-words.ts';
import {
  decodeWordModel,
  scoreWords,
  soundsUnwanted,
  type WordModel,
} from '../../../core/words/word-model.ts';
import type { StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import { usedChannelIds, type KnownChannels } from '../lists/channel-list.ts';
import { isAllOff } from '../lists/sections-off.ts';

type Carrier = Pick<StoredSnapshot, 'channel' | 'name' | 'sections' | 'wordModel'>;

export interface WordModelsOptions {
  readonly snapshots: { load(): Promise<{ readonly snapshots: readonly { readonly stored: Carrier }[] }> };
  readonly channels: () => Promise<KnownChannels>;
  readonly sectionsOff: () => Promise<ReadonlyMap<string, readonly SectionName[]>>;
}

export class WordModels {
  readonly #options: WordModelsOptions;
  /** Decoded on first use, dropped with the stored snapshot. Null: unreadable. */
  readonly #decoded = new WeakMap<Carrier, WordModel | null>();

  constructor(options: WordModelsOptions) {
    this.#options = options;
  }

  /** @returns the first channel whose model finds the message unwanted; null also if none is readable */
  async find(subject: string | null, text: string): Promise<SoundsUnwanted | null> {
    const { snapshots, channels, sectionsOff } = this.#options;
    const { snapshots: loaded } = await snapshots.load();
    const carriers = loaded.map(({ stored }) => stored).filter(({ wordModel }) => wordModel !== undefined);
    if (carriers.length === 0) return null;
    const [{ channels: known }, off] = await Promise.all([channels(), sectionsOff()]);
    const ids = usedChannelIds(known, new Set(carriers.map(({ channel }) => channel)));
    const words = messageWords(subject, text);
    const fires = known
      .filter(({ id }) => ids.has(id))
      .flatMap(({ id }) => carriers.filter(({ channel }) => channel === id))
      .filter(({ channel, sections }) => !isAllOff(sections, off.get(channel)))
      .find((carrier) => {
        const model = this.#modelOf(carrier);
        return model !== null && soundsUnwanted(scoreWords(model, words), model.rule);
      });
    return fires === undefined ? null : { channelName: fires.name };
  }

  #modelOf(carrier: Carrier): WordModel | null {
    const kept = this.#decoded.get(carrier);
    if (kept !== undefined) return kept;
    const decoded = carrier.wordModel === undefined ? null : decodeWordModel(carrier.wordModel);
    const model = decoded?.ok === true ? decoded.value : null;
    this.#decoded.set(carrier, model);
    return model;
  }
}
