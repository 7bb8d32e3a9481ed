import { randomBytes } from 'node:crypto';
import { decodeChannelEvidence } from '../../../core/lookup/channel-evidence.ts';
import type { MessageList } from '../../../core/mail/judge-mail.ts';
import { opaqueBytes } from '../../../core/snapshot/opaque-sections.ts';
import { mailtoOf } from '../../../core/url/mail-address.ts';
import { compileForDevice } from '../../../core/filter/compile-for-device.ts';
import { LayeredFilter } from '../../../core/filter/layered-filter.ts';
import { SECRET_BYTES } from '../../../core/filter/resident-filter.ts';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import { runSteps } from '../../../core/steps.ts';
import { withCarried } from '../../../core/url/carried-addresses.ts';
import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import { readLink } from '../../../core/url/read-link.ts';
import type { ChannelMatches } from '../../../core/lookup/channel-matches.ts';
import { judgeLink } from '../../../core/lookup/judge-link.ts';
import { ageOfList } from '../../../core/verdict/list-age.ts';
import { lookUpLink, type LinkMatch } from '../../../core/lookup/look-up-link.ts';
import { NO_RULES } from '../../../core/verdict/rules.ts';
import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { ListJudge } from '../evaluate/judge-whole-mail.ts';
import type { OpenedChannel } from '../../node/channel/read-channel.ts';

const NOTHING = new Uint8Array();

export interface JudgedLink {
  readonly link: ReadLink;
  readonly matches: readonly LinkMatch[];
  readonly verdict: Verdict;
}

/** Judges links with the extension's code and both filter layers. */
export class ChannelLookup {
  readonly #filter: LayeredFilter;
  readonly #hasher: EntryHasher;
  readonly messages: MessageList;
  readonly #channel: Omit<ChannelMatches, 'matches'>;

  /** @param now - Unix seconds; if the list has expired, unlisted links are `unchecked` */
  constructor({ index, snapshot }: Pick<OpenedChannel, 'index' | 'snapshot'>, now: number) {
    const secret = new Uint8Array(randomBytes(SECRET_BYTES));
    const { header, residentFilter, verificationTable } = runSteps(compileForDevice(snapshot, secret));
    const opened = LayeredFilter.open(header, residentFilter, secret);
    if (!opened.ok) throw new Error(`a filter that was just built cannot be opened (${opened.failure.kind})`);
    this.#filter = opened.value;
    this.#hasher = new EntryHasher(snapshot.epoch.key);
    this.messages = {
      ...decodeChannelEvidence(
        opaqueBytes(snapshot.opaque, 'tables/1') ?? NOTHING,
        opaqueBytes(snapshot.opaque, 'model/1') ?? NOTHING,
      ),
      channelName: index.channel,
      filter: this.#filter,
      hasher: this.#hasher,
      readSlice: async (start, end) => verificationTable.subarray(start, end),
    };
    this.#channel = {
      channel: index.channel,
      channelName: index.channel,
      serial: index.serial,
      publishedAt: index.publishedAt,
      status: ageOfList({ ...index, receivedAt: now }, now),
      kind: 'threats',
      voice: null,
    };
  }

  judge(href: string): Promise<JudgedLink> {
    return this.#judge(href, false);
  }

  /**
   * A listed sender is only a caution, since anybody can forge one.
   *
   * @param address - `user@host`, from `addressOf`
   */
  judgeSender(address: string): Promise<JudgedLink> {
    return this.#judge(mailtoOf(address), true);
  }

  asJudge(): ListJudge {
    return { link: (href) => this.judge(href), sender: (address) => this.judgeSender(address) };
  }

  async #judge(href: string, isSender: boolean): Promise<JudgedLink> {
    const link = withCarried(readLink(href));
    const { readSlice } = this.messages;
    const matches = await lookUpLink(link, this.#filter, this.#hasher, readSlice);
    const verdict = judgeLink(link, {
      channels: [{ ...this.#channel, matches }],
      rules: NO_RULES,
      sender: null,
      isSender,
    });
    return { link, matches, verdict };
  }
}
