/**
 * Everything that may cross between the background realm and the others.
 *
 * A webmail tab can be made to run hostile script, so a request is input like any other: the receiver
 * parses it (`parseRequest`) and takes tab, frame and realm from the browser's `sender`, never from the
 * body. Which realm may ask what is in the two unions `ContentRequest` and `PageRequest`.
 */
import type { SectionName } from '../core/snapshot/snapshot.ts';
import type { Rule, ScopedSubject } from '../core/verdict/rules.ts';
import type { FeedFormat } from '../core/feed/feed-line.ts';
import type { Category, TrustScope, Verdict } from '../core/verdict/verdict.ts';

/**
 * Links per request; a longer mail is asked about in several. There is no limit on one href here: refusing
 * a request for the sake of one long link would let that link hide the other ninety-nine.
 */
export const MAX_LINKS_PER_REQUEST = 100;

/** Characters of a link's text that count as evidence; the rest is cut off, never refused. */
export const MAX_LINK_TEXT_LENGTH = 2_000;

/** Characters of a message's text that count as evidence; the rest is cut off, never refused. */
export const MAX_MESSAGE_TEXT_LENGTH = 100_000;

/** Characters of a note, a subject typed by hand or a pasted channel; longer ones are refused. */
export const MAX_TYPED_LENGTH = 4_000;

/** Rules or ids in one request of the options page. */
export const MAX_RULES_PER_REQUEST = 20_000;

/** Characters of a backup that is read back; 20,000 rules are about 4 million. */
export const MAX_BACKUP_LENGTH = 32 * 1024 * 1024;

// ————— what the frame of a webmail may ask —————

/** What a message says of itself. Every field may be forged. */
export interface MessageHead {
  /** As displayed: `Name <user@host>`, or whatever of it the webmail shows. */
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
}

export interface AskedLink {
  /** The destination as the browser resolved it (`link.href`): raw, any length. */
  readonly href: string;
  readonly text: string;
  /** `a`, `area`, `form` or whatever else carries the destination, lower case. */
  readonly tag: string;
}

export interface CheckLinks {
  readonly type: 'check-links';
  /** The same for head and body of one message in one tab, even when they are in different frames. */
  readonly messageKey: string;
  readonly head: MessageHead | null;
  readonly links: readonly AskedLink[];
}

/**
 * The reader said so in the frame's own card. Accepted only for an href that the background judged in
 * that very frame; the subject is computed by the background.
 */
export interface TrustLink {
  readonly type: 'trust-link';
  readonly href: string;
  readonly scope: TrustScope;
  /** How long, in seconds; null for always. */
  readonly forSeconds: number | null;
}

export interface BlockLink {
  readonly type: 'block-link';
  readonly href: string;
  readonly scope: TrustScope;
}

/** From a frame: only rules that were added from that frame. From a page of ours: any. */
export interface UndoRule {
  readonly type: 'undo-rule';
  readonly ruleId: string;
}

/**
 * What a frame shows. Sent when it changes, with zeros when the frame goes away (`pagehide`), and again
 * when the background asks by `{type: 'report'}`.
 */
export interface ReportFrame {
  readonly type: 'report-frame';
  /** The first of this document, or the first since it came back from the back-forward cache. */
  readonly isNewDocument: boolean;
  readonly adapter: string;
  readonly messages: number;
  /** Links whose check has come back, unchecked ones among them; never those still awaited. */
  readonly links: number;
  readonly flagged: { readonly danger: number; readonly caution: number };
  readonly unchecked: number;
  /** The flagged links that it shows now, ≤ `MAX_SHOWN_LINKS`; the popup lists them with fresh verdicts. */
  readonly shown: readonly { readonly href: string; readonly text: string }[];
  readonly notes: readonly FrameNote[];
}

/** Flagged links that one frame names to the popup; the counts tell of the rest. */
export const MAX_SHOWN_LINKS = 50;

export const FRAME_NOTES = ['no-message-found'] as const;
export type FrameNote = (typeof FRAME_NOTES)[number];

/**
 * The reader opened this link (a trusted click that was not held back). Kept as fingerprints for 14 days,
 * so that a later listing can be told; nothing is kept for private windows.
 */
export interface LinkOpened {
  readonly type: 'link-opened';
  readonly href: string;
}

export interface GetPreferences {
  readonly type: 'get-preferences';
}

/** The texts in the language that the reader has chosen: a frame itself knows only the browser's. */
export interface GetTexts {
  readonly type: 'get-texts';
}

/** Texts of a frame by their keys, with `$1` to `$9` for values. */
export interface FrameTexts {
  /** BCP 47. */
  readonly language: string;
  readonly messages: Readonly<Record<string, string>>;
}

export type ContentRequest =
  | CheckLinks
  | TrustLink
  | BlockLink
  | UndoRule
  | ReportFrame
  | LinkOpened
  | GetPreferences
  | GetTexts;

// ————— what our own pages may ask —————

export interface GetStatus {
  readonly type: 'get-status';
}

/** Answers when the update has begun; progress comes with `get-status`, after each `changed` broadcast. */
export interface UpdateNow {
  readonly type: 'update-now';
}

export interface ListRules {
  readonly type: 'list-rules';
  readonly action: Rule['action'];
}

/** `subject` as a person types or pastes it: a URL will do for every scope but `sender`. */
export interface AddRule {
  readonly type: 'add-rule';
  readonly action: Rule['action'];
  readonly scope: TrustScope;
  readonly subject: string;
  readonly note: string;
  /** Unix time, seconds; null for always. */
  readonly expiresAt: number | null;
}

export interface EditRule {
  readonly type: 'edit-rule';
  readonly ruleId: string;
  readonly note: string;
  readonly expiresAt: number | null;
}

export interface RemoveRules {
  readonly type: 'remove-rules';
  readonly ids: readonly string[];
}

/** Puts back rules as `remove-rules` gave them. */
export interface RestoreRules {
  readonly type: 'restore-rules';
  readonly rules: readonly Rule[];
}

export interface GetTab {
  readonly type: 'get-tab';
  readonly tabId: number;
}

/** Stops or resumes all checking on the site that the tab shows. */
export interface SetPaused {
  readonly type: 'set-paused';
  readonly tabId: number;
  readonly isPaused: boolean;
}

export interface SetPreferences {
  readonly type: 'set-preferences';
  readonly preferences: Preferences;
}

/** Only from the options page. Tells what a pasted text would add; asks no server. */
export interface PreviewChannel {
  readonly type: 'preview-channel';
  readonly text: string;
}

/** Only from the options page: `text` as it was previewed. */
export interface AddChannel {
  readonly type: 'add-channel';
  readonly text: string;
}

/** Only from the options page. The default and managed channels stay. */
export interface RemoveChannel {
  readonly type: 'remove-channel';
  readonly channel: string;
}

/** Switches sections of one channel off and all others of it on. */
export interface SetSections {
  readonly type: 'set-sections';
  readonly channel: string;
  readonly off: readonly SectionName[];
}

/**
 * Only from the options page, as all that follow on lists. Fetches and compiles a public list without adding it; one
 * import at a time, so that the next one ends the last. How it goes is in `get-lists`, after each `changed` broadcast.
 */
export interface PreviewList {
  readonly type: 'preview-list';
  /** As typed. */
  readonly url: string;
  /** Empty for the host's name. */
  readonly name: string;
  readonly category: Category;
  /** As the list's publisher states it; empty if unknown. */
  readonly licence: string;
}

/** The same for a file of the reader's, whose text follows in `list-chunk`s, each sent when the last is answered. */
export interface PreviewFile {
  readonly type: 'preview-file';
  readonly name: string;
  readonly category: Category;
  /** Its size, for the progress. */
  readonly bytes: number;
}

export interface ListChunk {
  readonly type: 'list-chunk';
  readonly import: string;
  /** ≤ `MAX_LIST_CHUNK_LENGTH` characters; unpacked by the page. */
  readonly text: string;
  /** Bytes of the file that have been read so far. */
  readonly readBytes: number;
  readonly isLast: boolean;
}

export const MAX_LIST_CHUNK_LENGTH = 262_144;

export interface CancelImport {
  readonly type: 'cancel-import';
  readonly import: string;
}

/** Adds what was previewed, and nothing else: it is not fetched again. */
export interface AddList {
  readonly type: 'add-list';
  readonly import: string;
}

/** Leaves no trace of it. */
export interface RemoveList {
  readonly type: 'remove-list';
  readonly list: string;
}

export interface GetLists {
  readonly type: 'get-lists';
}

/** A webmail was removed by this page, or permission was given for the one it had asked about. */
export interface SitesChanged {
  readonly type: 'sites-changed';
}

export interface GetLookBack {
  readonly type: 'get-look-back';
}

/** The reader has seen these findings; they are not told again. */
export interface DismissLookBack {
  readonly type: 'dismiss-look-back';
  readonly ids: readonly string[];
}

export interface GetStatistics {
  readonly type: 'get-statistics';
}

export interface ClearStatistics {
  readonly type: 'clear-statistics';
}

/** Everything that is the reader's own as one JSON text. Only to the options page. */
export interface ExportPrivateData {
  readonly type: 'export-private-data';
}

/** Merges a backup: nothing of the reader's is overwritten or removed. Only from the options page. */
export interface ImportPrivateData {
  readonly type: 'import-private-data';
  readonly text: string;
}

/** Takes out again what `import-private-data` has just put in. Only from the options page. */
export interface UndoImport {
  readonly type: 'undo-import';
  readonly imported: ImportedData;
}

export type PageRequest =
  | GetStatus
  | UpdateNow
  | ListRules
  | AddRule
  | EditRule
  | UndoRule
  | RemoveRules
  | RestoreRules
  | GetTab
  | SetPaused
  | GetPreferences
  | SetPreferences
  | PreviewChannel
  | AddChannel
  | RemoveChannel
  | SetSections
  | PreviewList
  | PreviewFile
  | ListChunk
  | CancelImport
  | AddList
  | RemoveList
  | GetLists
  | SitesChanged
  | GetLookBack
  | DismissLookBack
  | GetStatistics
  | ClearStatistics
  | ExportPrivateData
  | ImportPrivateData
  | UndoImport;

export type Request = ContentRequest | PageRequest;

// ————— answers —————

export interface Responses {
  /** Same order and length as `links`. */
  'check-links': { readonly verdicts: readonly LinkVerdict[] };
  'trust-link': RuleAnswer;
  'block-link': RuleAnswer;
  /** False if there is no such rule (any more), or it is not this frame's. */
  'undo-rule': { readonly undone: boolean };
  'report-frame': null;
  'link-opened': null;
  'get-preferences': CurrentPreferences;
  /** Null: the browser's own. */
  'get-texts': FrameTexts | null;
  'get-status': { readonly channels: readonly ChannelStatus[] };
  'update-now': null;
  /** Newest first. */
  'list-rules': { readonly rules: readonly Rule[] };
  'add-rule': RuleAnswer;
  'edit-rule': { readonly edited: boolean };
  /** The rules that are gone now, for an undo. */
  'remove-rules': { readonly removed: readonly Rule[] };
  'restore-rules': null;
  'get-tab': TabReport;
  /** False if the extension may not see what the tab shows. */
  'set-paused': { readonly changed: boolean };
  'set-preferences': null;
  'preview-channel': ChannelPreview | { readonly refused: ChannelRefusal };
  'add-channel': { readonly channel: string } | { readonly refused: ChannelRefusal };
  'remove-channel': { readonly removed: boolean };
  'set-sections': null;
  'preview-list': { readonly import: string } | { readonly refused: ListRefusal };
  'preview-file': { readonly import: string } | { readonly refused: ListRefusal };
  /** False if nothing more of the file is wanted: it was cancelled, or is no list. */
  'list-chunk': { readonly wanted: boolean };
  'cancel-import': null;
  'add-list': { readonly list: string } | { readonly refused: ListRefusal };
  'remove-list': { readonly removed: boolean };
  'get-lists': { readonly lists: readonly DeviceList[]; readonly importing: ListImport | null };
  'sites-changed': null;
  'get-look-back': { readonly findings: readonly LookBackFinding[] };
  'dismiss-look-back': null;
  'get-statistics': { readonly days: readonly DayStatistics[] };
  'clear-statistics': null;
  'export-private-data': { readonly text: string };
  'import-private-data':
    | {
        /** What was put in: `undo-import` takes it. */
        readonly imported: ImportedData;
        readonly alreadyThere: number;
        /** Texts of channels in the file that are not here: the reader may paste them, nobody else can. */
        readonly channelTexts: readonly string[];
        /** Addresses of public lists in the file that are not here; the reader may add them, nobody else can. */
        readonly listUrls: readonly string[];
      }
    | { readonly refused: BackupRefusal };
  /** False if it could not be stored: then nothing was taken out. */
  'undo-import': { readonly undone: boolean };
}

export type ResponseTo<R extends Request> = Responses[R['type']];

export interface ShownLayer {
  /** Raw: show it as text in an isolated left-to-right run. */
  readonly url: string;
  readonly host: string | null;
  readonly registrableDomain: string | null;
  /** Name of the wrapper rule that led here; null for the link as written. */
  readonly wrapper: string | null;
}

export interface LinkVerdict {
  readonly verdict: Verdict;
  readonly layers: readonly ShownLayer[];
  /**
   * What the reader may trust (or block) of this link, narrowest first: of the worst flagged layer, or of
   * the destination. Scopes that cannot be trusted are not in it.
   */
  readonly scopes: readonly ScopedSubject[];
  /** Where those who keep the list take reports of wrong entries: text from outside. Absent if it names nobody. */
  readonly contact?: string;
}

export type RuleAnswer =
  | { readonly ruleId: string; readonly scope: TrustScope; readonly subject: string }
  | { readonly refused: RuleRefusal };

export const RULE_REFUSALS = [
  /** The background did not judge this link in this frame. */
  'not-judged-here',
  /** A wrapper, tracker, shortener, shared hosting site or public suffix: many people's pages behind one name. */
  'not-trustable',
  /** Not an address, or none of this scope. */
  'unreadable',
  /** The lists are full: `MAX_RULES_PER_REQUEST` rules. */
  'too-many',
  /** The browser's disk space for the extension is used up, or its storage is broken. */
  'not-stored',
] as const;
export type RuleRefusal = (typeof RULE_REFUSALS)[number];

/** What happens at a click on a flagged link. `mark`: only the mark. `ask`: a question first. `disable`: nothing opens. */
export interface Preferences {
  readonly onDanger: 'mark' | 'ask' | 'disable';
  readonly onCaution: 'mark' | 'ask';
  /** BCP 47; null for the browser's own. */
  readonly language: string | null;
  /** Updates only when the reader asks, or once a day; for metered connections. */
  readonly saveData: boolean;
}

/** What holds now. */
export interface CurrentPreferences extends Preferences {
  /** Set by an administrator: what the reader chose instead is kept, and does not count. */
  readonly locked: readonly (keyof Preferences)[];
}

export const DEFAULT_PREFERENCES: Preferences = {
  onDanger: 'ask',
  onCaution: 'mark',
  language: null,
  saveData: false,
};

export interface ChannelStatus {
  readonly id: string;
  readonly name: string;
  /** Where it is fetched; null for the packaged list, which has no channel to renew it. */
  readonly url: string | null;
  /** `list`: compiled on this device from a public list or a file. */
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
  /** SHA-256 of each pinned root key, in groups of four hex digits; empty for the packaged list. */
  readonly rootKeyFingerprints: readonly string[];
  readonly kind: 'none' | 'fresh' | 'stale' | 'expired';
  /** 0 while `kind` is `none`; so are the other numbers. */
  readonly serial: number;
  /** Unix time, seconds. */
  readonly publishedAt: number;
  /** When it stops clearing links, unless it is renewed. Unix time, seconds. */
  readonly endsAt: number;
  readonly entries: number;
  /** On this device. */
  readonly bytes: number;
  readonly sections: readonly (SectionName & { readonly entries: number; readonly on: boolean })[];
  readonly sources: readonly ShownSource[];
  readonly activity: ChannelActivity;
  /** Null once an update has succeeded after it. */
  readonly lastFailure: UpdateFailure | null;
}

export interface ShownSource {
  readonly name: string;
  readonly licence: string;
  readonly entries: number;
  /** Unix time, seconds. */
  readonly fetchedAt: number;
  /** Where a wrong entry can be reported: text from outside. */
  readonly contact: string | null;
}

export type ChannelActivity =
  /** Unix time, seconds; null if it is never fetched. */
  | { readonly kind: 'idle'; readonly nextAt: number | null }
  | {
      readonly kind: 'updating';
      readonly step: 'index' | 'download' | 'apply' | 'build';
      readonly receivedBytes: number;
      /** 0 while it is not known. */
      readonly totalBytes: number;
    };

/** Why an update failed: what is said of each is in the pages' texts (`updateFailure_<kind>`). */
export const UPDATE_FAILURES = [
  /** No connection, no such host, a bad certificate, or the server lets no extension read it. */
  'unreachable',
  /** `detail`: the status, as in `404`. */
  'http-status',
  /** The server sent us elsewhere: to another host, or off https. */
  'redirected',
  /** `detail`: seconds waited. */
  'timed-out',
  /** More bytes than were announced, or than are ever accepted. `detail`: the limit in bytes. */
  'too-large',
  /** Fewer bytes than were announced. */
  'truncated',
  /** Not an index at all: a web page, an empty file, another format. */
  'not-an-index',
  /** Signed by a key that the channel's list does not name, or the signature is wrong. */
  'bad-signature',
  /** The list of keys is not signed by a root key that is pinned here. */
  'wrong-root-key',
  /** The channel's list of keys has run out, by this computer's clock. */
  'keys-expired',
  /** A list of keys older than one seen before. */
  'keys-older',
  /** Well signed, for another channel. */
  'other-channel',
  /** Well signed, yet not by the rules. `detail`: which field. */
  'bad-index',
  /** An older list than the one in use: someone plays back an old file. */
  'older-list',
  /** A file is not the one the index names. `detail`: its path. */
  'wrong-file',
  /** A file cannot be read. `detail`: its path and why. */
  'unreadable-file',
  /** A list of the reader's own is packed in a way that is not unpacked here. `detail`: which, as in `zip`. */
  'packed-file',
  /** All files are the right ones, and yet the list they lead to is not. */
  'wrong-list',
  /** It flags a site that no list may flag. `detail`: the site. */
  'flags-known-site',
  /** A list of the reader's own has more entries than are accepted. `detail`: the limit. */
  'too-many-entries',
  'storage-full',
  'storage-failed',
  /** It gave no sign of life for minutes and was given up. `detail`: where it was last seen. */
  'stuck',
  /** A mistake of ours. `detail`: its name. */
  'internal',
] as const;
export type UpdateFailureKind = (typeof UPDATE_FAILURES)[number];

export interface UpdateFailure {
  readonly kind: UpdateFailureKind;
  /** Unix time, seconds. */
  readonly at: number;
  /** A number, a path or a host, as said at each kind; may come from outside. Empty if there is nothing to tell. */
  readonly detail: string;
  /** In a row. */
  readonly times: number;
}

export interface TabReport {
  readonly messages: number;
  readonly links: number;
  readonly danger: number;
  readonly caution: number;
  readonly unchecked: number;
  readonly notes: readonly FrameNote[];
  /** False if no frame of the tab has reported: not a webmail, or not one we may read. */
  readonly isWebmail: boolean;
  /** What people call it; null if it is not one that is known here. */
  readonly webmail: string | null;
  /** The reader paused checking on its site; whatever else is here says nothing then. */
  readonly isPaused: boolean;
  /** Worst first, ≤ `MAX_SHOWN_LINKS` a frame. */
  readonly flagged: readonly FlaggedLink[];
}

export interface FlaggedLink extends LinkVerdict {
  readonly href: string;
  readonly text: string;
}

export interface ChannelPreview {
  readonly url: string;
  readonly host: string;
  readonly rootKeyFingerprints: readonly string[];
}

export const CHANNEL_REFUSALS = [
  /** There is not exactly one address and at least one key in the text. */
  'not-a-channel',
  'not-https',
  /** An IP address, `localhost`, a name without a dot or in `.local`. */
  'private-host',
  /** This address is already there, with the same key. */
  'already-there',
  /** This address is already there, with another key, and nobody signed the change. */
  'key-changed',
  /** At most 8 channels. */
  'too-many',
  'not-stored',
] as const;
export type ChannelRefusal = (typeof CHANNEL_REFUSALS)[number];

export const LIST_REFUSALS = [
  'not-a-url',
  'not-https',
  /** An IP address, `localhost`, a name without a dot or in `.local`. */
  'private-host',
  /** There is a list with this address. */
  'already-there',
  /** At most 8 lists. */
  'too-many',
  /** The import is over: cancelled, failed, or lost when the browser stopped the background. */
  'import-gone',
  'not-stored',
] as const;
export type ListRefusal = (typeof LIST_REFUSALS)[number];

/** A list compiled on this device. */
export interface DeviceList {
  /** Like a channel's, from which it differs in having no keys. */
  readonly status: ChannelStatus;
  readonly category: Category;
  /** Text from outside; empty if none was stated. */
  readonly licence: string;
  /** Null until it was fetched once. */
  readonly counts: ListCounts | null;
}

/** What was read of a list. */
export interface ListCounts {
  readonly format: FeedFormat;
  /** In use, each once. */
  readonly entries: number;
  /** Left out because they name sites that many people have honest dealings with. */
  readonly dropped: number;
  /** Lines that say nothing that can be looked up. */
  readonly refused: number;
  /** Of the packaged names of well-known sites, those the list names: left out too. */
  readonly canaries: number;
}

/** A list that is being read, or waits for the reader's word. */
export interface ListImport {
  readonly import: string;
  readonly name: string;
  /** Null for a file. */
  readonly url: string | null;
  readonly state: ListImportState;
}

export type ListImportState =
  | {
      readonly kind: 'reading';
      readonly receivedBytes: number;
      /** 0 while it is not known. */
      readonly totalBytes: number;
      readonly entries: number;
    }
  | { readonly kind: 'building'; readonly entries: number }
  | {
      readonly kind: 'ready';
      readonly counts: ListCounts;
      /** On this device, once it is added. */
      readonly bytes: number;
      /** How many names of well-known sites were asked about. */
      readonly canariesAsked: number;
      /** Links of the mail that is open now, and those of them that the list would flag. */
      readonly openLinks: number;
      readonly openFlagged: number;
    }
  | { readonly kind: 'failed'; readonly failure: Pick<UpdateFailure, 'kind' | 'detail'> };

export interface LookBackFinding {
  readonly id: string;
  /** Unix time, seconds. */
  readonly openedAt: number;
  readonly foundAt: number;
  readonly section: SectionName;
  readonly channelName: string;
}

export interface DayStatistics {
  /** `2026-11-20`, by this computer's clock. */
  readonly day: string;
  readonly links: number;
  readonly danger: number;
  readonly caution: number;
  readonly unchecked: number;
  readonly trusted: number;
}

/** What an import has added here. */
export interface ImportedData {
  readonly ruleIds: readonly string[];
  /** Days of which nothing was known here, as the file had them. */
  readonly days: readonly DayStatistics[];
  /** The reader's choices before the file's were taken over; null if they were not. */
  readonly preferencesBefore: Preferences | null;
}

/** Days of statistics in a backup or a request; a reader's own are kept for 400. */
export const MAX_DAYS_PER_REQUEST = 1_000;

export const BACKUP_REFUSALS = ['not-a-backup', 'newer-version', 'too-many', 'not-stored'] as const;
export type BackupRefusal = (typeof BACKUP_REFUSALS)[number];

// ————— what the background tells —————

/** To the frames of webmail tabs. */
export type ToContent =
  /** Rules, a snapshot or preferences changed: ask again for every link that is shown. */
  | { readonly type: 'recheck' }
  /** The site is none of ours any more: take everything off and stop. */
  | { readonly type: 'stop' }
  /** Send `report-frame` again, changed or not. */
  | { readonly type: 'report' }
  /** The reader used the context menu in this frame: offer the undo. */
  | {
      readonly type: 'rule-added';
      readonly ruleId: string;
      readonly action: Rule['action'];
      readonly scope: TrustScope;
      readonly subject: string;
    }
  | { readonly type: 'rule-refused'; readonly action: Rule['action']; readonly because: RuleRefusal };

/** To our own pages: ask again for what you show of it. */
export interface Changed {
  readonly type: 'changed';
  readonly what: ChangedWhat;
}

export const CHANGED_WHATS = ['status', 'rules', 'preferences', 'tab', 'look-back', 'statistics'] as const;
export type ChangedWhat = (typeof CHANGED_WHATS)[number];
