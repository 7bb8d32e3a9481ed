import type { ThisExtension } from '../../platform/installation.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import type { Texts } from '../../platform/texts/texts.ts';
import type { ChangedTopic } from '../../protocol/background-messages.ts';
import { NOTHING_ADMINISTERED } from '../../protocol/policy-messages.ts';
import { answerOrNull, run } from '../background-answers.ts';
import type { BackgroundLink } from '../background-link.ts';
import { el } from '../element.ts';
import { pageContext, type PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import { aboutView } from './about/about-view.tsx';
import { followAddress, optionsFrame, type SectionId } from './options-frame.tsx';
import type { Section } from './parts/section.ts';
import { startChannels } from './lists/start-channels.ts';
import { startDeviceLists, type FetchAccess } from './lists/start-device-lists.ts';
import { startDecisions } from './decisions/start-decisions.ts';
import { startBackup } from './backup/start-backup.ts';
import { startPolicy } from './about/start-policy.ts';
import { startPreferences } from './preferences/start-preferences.tsx';
import { startSelfTest } from './about/start-self-test.ts';
import { startStatistics } from './statistics/start-statistics.tsx';
import { startWebmails, type SiteList } from './preferences/start-webmails.ts';

/** Interval for updating ages and "next try". */
const REDRAW_MS = 30_000;

export interface OptionsPage {
  readonly root: HTMLElement;
  readonly background: BackgroundLink;
  readonly texts: Texts;
  readonly sites: SiteList;
  readonly access: FetchAccess;
  readonly extension: ThisExtension;
  readonly now: () => number;
  readonly onLanguage: () => void;
}

/** Resolves after the first complete draw. */
export async function startOptions({
  root,
  background,
  texts,
  sites,
  access,
  extension,
  now,
  onLanguage,
}: OptionsPage): Promise<void> {
  let administered = NOTHING_ADMINISTERED;
  const context = (): PageContext => pageContext(texts, now(), administered);
  async function loadAdministered(): Promise<void> {
    administered =
      (await answerOrNull(background.ask({ type: 'get-preferences' })))?.administered ?? administered;
    for (const section of Object.values(sections)) section.draw();
  }
  const { nodes, bodies } = optionsFrame(context());
  const bodyOf = (id: SectionId): HTMLElement => bodies.get(id) ?? <div />;

  const attention = <div />;
  const channels = <div />;
  const saveData = <div className="save-data" />;
  bodyOf('channels').append(attention, channels, saveData);
  redraw(bodyOf('about'), aboutView(extension, context()));
  root.replaceChildren(...nodes);
  const nav = root.querySelector('nav');
  const main = root.querySelector('main');
  if (nav !== null && main !== null) followAddress(nav, main);

  const sections = {
    channels: startChannels(channels, background, context),
    deviceLists: startDeviceLists(bodyOf('device-lists'), background, access, context),
    decisions: startDecisions(bodyOf('decisions'), background, context),
    preferences: startPreferences(
      { levels: bodyOf('levels'), language: bodyOf('language-section'), saveData },
      background,
      context,
      onLanguage,
    ),
    // Mail programs have no site permissions.
    ...(IS_MAIL_PROGRAM
      ? {}
      : { webmails: startWebmails({ body: bodyOf('webmails'), attention }, sites, context) }),
    statistics: startStatistics(bodyOf('statistics'), background, context),
    selfTest: startSelfTest(bodyOf('self-test'), context),
    policy: startPolicy(bodyOf('policy'), background, context),
    backup: startBackup(bodyOf('backup'), background, context, () => context().formats.isoDay(now())),
  } as const satisfies Record<string, Section>;

  const changed: Readonly<Record<ChangedTopic, readonly Section[]>> = {
    status: [sections.channels, sections.deviceLists],
    'look-back': [sections.channels],
    rules: [sections.decisions],
    preferences: [sections.preferences, sections.policy],
    statistics: [sections.statistics],
    tab: [],
  };
  background.onBroadcast((what) => {
    if (what === 'preferences') run(loadAdministered);
    for (const section of changed[what]) run(section.load);
  });

  setInterval(() => sections.channels.draw(), REDRAW_MS);

  await Promise.all([loadAdministered(), ...Object.values(sections).map((section) => section.load())]);
}
