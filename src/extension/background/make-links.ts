import type { HeadFacts } from '../../core/evidence/message-facts.ts';
import { broadcast, tell } from '../platform/message-bus.ts';
import { displayedHeader } from '../platform/displayed-message.ts';
import { IS_MAIL_PROGRAM } from '../platform/mail-program.ts';
import { DisplayedHeads } from './links/displayed-heads.ts';
import { ExpiryDismissal } from './links/expiry-dismissal.ts';
import type { FrameMemories } from './links/frame-memory.ts';
import type { FactInputs } from './links/judge-facts.ts';
import { LinkService } from './links/link-service.ts';
import { ListedTexts } from './links/listed-texts.ts';
import { LookBack } from './links/look-back.ts';
import { MailService } from './links/mail-service.ts';
import { MessageService, type MessageServiceOptions } from './links/message-service.ts';
import { OpenMessages } from './links/open-messages.ts';
import { SeenListings } from './links/seen-listings.ts';
import { knowledgeOf } from './links/sender-knowledge.ts';
import { SenderMemory } from './links/sender-memory.ts';
import { tablesInUse } from './links/tables-in-use.ts';
import { TrustService } from './links/trust-service.ts';
import { WordModels } from './links/word-models.ts';
import type { Lists } from './make-lists.ts';
import type { Reader } from './make-reader.ts';
import type { Sites } from './make-sites.ts';
import type { Stores } from './make-stores.ts';
import { scheduleStorageRetry, wakeAtRuleEnd } from './realm/alarms.ts';
import { Cached } from './realm/cached.ts';
import type { ReportChange } from './realm/consequences.ts';
import type { LinkWatcher } from './realm/link-watchers.ts';
import { nowSeconds } from './realm/now-seconds.ts';
import { OnceTrust } from './reader/once-trust.ts';

export interface Links {
  readonly service: LinkService;
  readonly messages: OpenMessages;
  readonly messageService: MessageService;
  readonly mail: MailService;
  /** Null in browsers, where frames report the header. */
  readonly heads: DisplayedHeads | null;
  readonly senders: SenderMemory;
  readonly tables: { readonly forget: () => void };
  readonly trust: TrustService;
  readonly lookBack: LookBack;
  readonly seenListings: SeenListings;
  readonly expiry: ExpiryDismissal;
  readonly watchers: readonly LinkWatcher[];
  /** Events that may end trust given once. */
  readonly once: {
    /** A tab shows a new page, or another message. */
    readonly onShown: (tabId: number, isNewPage: boolean) => Promise<void>;
    /** A frame shows another document, or is gone. */
    readonly onFrameOver: (tabId: number, frameId: number) => Promise<void>;
    readonly onHead: (tabId: number, messageKey: string, head: HeadFacts) => Promise<void>;
  };
  readonly forgetTab: (tabId: number) => Promise<unknown>;
  /** Sets the alarm for the next rule's expiry. */
  readonly awaitRuleEnd: () => Promise<void>;
}

export interface LinksOptions {
  readonly stores: Stores;
  readonly frames: FrameMemories;
  readonly reader: Reader;
  readonly sites: Sites;
  readonly lists: Lists;
  readonly changed: ReportChange;
}

export function makeLinks({ stores, frames, reader, sites, lists, changed }: LinksOptions): Links {
  const now = nowSeconds;
  const { rules, corrections, correspondents } = reader;
  const { snapshots, updates } = lists;
  const channels = (): ReturnType<typeof lists.channels.get> => lists.channels.get();
  const sectionsOff = (): ReturnType<typeof lists.sectionsOff.byChannel> => lists.sectionsOff.byChannel();
  const webmails = (): ReturnType<typeof sites.webmails.get> => sites.webmails.get();

  const senders = new SenderMemory((tabId, sender, before) => {
    const askAgain = (): void => tell({ type: 'recheck' }, tabId);
    // Even if no rule names the new sender: cards offer to trust it.
    if (before !== null) askAgain();
    else if (sender !== null) void service.hasSenderRule(sender).then((hasRule) => hasRule && askAgain());
  });
  const onceTrust = new OnceTrust({
    hashOf: (href) => frames.hashOf(href),
    shownIn: (tabId) => frames.shownMessages(tabId),
    headOf: (tabId, messageKey) => messages.headOf(tabId, messageKey),
    now,
  });
  const awaitRuleEnd = async (): Promise<void> =>
    wakeAtRuleEnd(Math.min(await rules.nextEnd(), await onceTrust.nextEnd()));
  const onOnceChanged = async (tabId: number): Promise<void> => {
    tell({ type: 'recheck' }, tabId);
    broadcast('tab');
    await awaitRuleEnd();
  };
  const service: LinkService = new LinkService({
    snapshots,
    channels,
    sectionsOff,
    rules,
    frames,
    senders,
    onceTrust,
    readerTrust: reader.trust,
    webmails,
    hasFailed: (channel) => updates.hasFailed(channel),
    firstList: () => lists.firstList.untilAvailable(),
    now,
    onDamaged: (damaged) => void updates.repair(damaged),
    onNoList: () => void updates.runIfDue({ hasLists: false }),
    onUnread: () => void scheduleStorageRetry(),
  });
  const tables = new Cached(async () =>
    tablesInUse(await snapshots.load(), await channels(), await sectionsOff()),
  );
  const listedTexts = new ListedTexts({
    snapshots,
    channels,
    sectionsOff,
    onDamaged: (damaged) => void updates.repair(damaged),
  });
  const wordModels = new WordModels({ snapshots, channels, sectionsOff });
  const messages = new OpenMessages();
  const grounds: FactInputs & Pick<MessageServiceOptions, 'knowledgeOf'> = {
    knowledgeOf: (head, links, isPrivate) =>
      knowledgeOf({ head, links, isPrivate }, { rules, corrections, correspondents }),
    tables: () => tables.get(),
    listingOf: (text) => listedTexts.find(text),
    soundOf: (subject, text) => wordModels.find(subject, text),
  };
  const messageService = new MessageService({
    ...grounds,
    messages,
    webmails,
    describeLinks: (hrefs, sender) => service.describe(hrefs, sender),
    onMarked: () => broadcast('tab'),
    onUnmarked: (head, links, isPrivate) => {
      const { address } = head;
      if (!isPrivate && address !== null) void correspondents.remember({ ...head, address }, links);
    },
    tell,
  });
  const lookBack = new LookBack({
    store: stores.lookBack,
    snapshots,
    channels,
    links: service,
    frames,
    webmails,
    sectionsOff,
    now,
    onChange: () => changed('look-back'),
  });
  const seenListings = new SeenListings({
    store: stores.seen,
    snapshots,
    channels,
    sectionsOff,
    webmails,
    now,
    onChange: () => changed('look-back'),
  });
  return {
    service,
    messages,
    messageService,
    mail: new MailService({
      ...grounds,
      links: service,
      corrections,
      firstList: () => lists.firstList.untilAvailable(),
    }),
    heads: IS_MAIL_PROGRAM
      ? new DisplayedHeads({
          headerIn: displayedHeader,
          mailServer: async () => (await reader.preferences.get()).mailServer,
          onLate: (tabId, frameId) => tell({ type: 'recheck' }, tabId, frameId),
        })
      : null,
    senders,
    tables,
    trust: new TrustService({
      links: service,
      frames,
      rules,
      onceTrust,
      onOnceChanged,
      readerTrust: reader.trust,
      now,
    }),
    lookBack,
    seenListings,
    expiry: new ExpiryDismissal({
      store: stores.values,
      expiredLists: async () =>
        (await lists.statuses())
          .filter(({ kind }) => kind === 'expired')
          .map(({ id, serial }) => `${id} ${serial}`)
          .sort()
          .join('\n'),
      now,
    }),
    watchers: [
      lists.deviceLists.watcher,
      messageService.watcher,
      seenListings.watcher,
      reader.statistics.watcher(now, async () => (await reader.policy.get()).administered.countsStatistics),
      { onEnd: () => void updates.runIfDue() },
    ],
    once: {
      async onShown(tabId, isNewPage) {
        const isOver = isNewPage ? await onceTrust.forgetTab(tabId) : await onceTrust.dropEnded(tabId);
        if (isOver) await onOnceChanged(tabId);
      },
      async onFrameOver(tabId, frameId) {
        if (await onceTrust.forgetFrame(tabId, frameId)) await onOnceChanged(tabId);
      },
      async onHead(tabId, messageKey, head) {
        if (await onceTrust.dropOtherHead(tabId, messageKey, head)) await onOnceChanged(tabId);
      },
    },
    forgetTab(tabId) {
      messages.forgetTab(tabId);
      return Promise.all([senders.forgetTab(tabId), onceTrust.forgetTab(tabId)]);
    },
    awaitRuleEnd,
  };
}
