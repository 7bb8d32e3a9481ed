import type { ContentMessage } from '../../protocol/background-messages.ts';
import type { MessageCodes } from '../codes/message-codes.ts';
import type { MessageJudge } from '../evidence/message-judge.ts';
import type { Questions } from '../guard/questions.ts';
import type { LinkChecker } from '../links/link-checker.ts';
import type { FrameReport } from './frame-report.ts';
import type { FrameSettings } from './frame-settings.ts';
import type { FrameView } from './frame-view.ts';
import type { DetailsLoader } from './load-details.ts';

export interface BackgroundListeners {
  readonly view: FrameView;
  readonly checker: LinkChecker;
  readonly judge: MessageJudge;
  readonly codes: MessageCodes;
  readonly settings: FrameSettings;
  readonly report: FrameReport;
  readonly details: DetailsLoader;
  readonly questions: Questions;
  readonly refresh: () => void;
  readonly stop: () => void;
}

export function answerBackground(
  { view, checker, judge, codes, settings, report, details, questions, refresh, stop }: BackgroundListeners,
  message: ContentMessage,
): Promise<boolean> | undefined {
  switch (message.type) {
    case 'recheck':
      checker.recheck(view.look.links);
      judge.recheck();
      codes.retry();
      void settings.load();
      break;
    case 'stop':
      stop();
      break;
    case 'report':
      report.forget();
      refresh();
      break;
    case 'message-verdict':
      judge.receive(message.messageKey, message.verdict);
      break;
    case 'show-link':
    case 'close-question':
    case 'rule-added':
    case 'rule-refused':
    case 'link-explained':
      // Messages that close a view wait too: the one that opens it may still wait for the details.
      void details.load().then((loaded) => loaded?.onMessage(message));
      break;
    case 'question':
      return details.load().then((loaded) => loaded?.frameQuestions.show(message) ?? false);
    case 'show-above':
      return details.load().then((loaded) => loaded?.frameCards.show(message) ?? false);
    case 'done-above':
      details.loaded?.onOverlayAction(message.id, message.done);
      break;
    case 'question-answered':
      questions.onAnswer(message.id, message.goOn);
      break;
    case 'is-asking':
      return Promise.resolve(questions.isAsking(message.id) || details.loaded?.isShown(message.id) === true);
  }
  return undefined;
}
