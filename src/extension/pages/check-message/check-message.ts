import { CodeWorker } from '../../platform/code-worker.ts';
import { openFirstAid } from '../../platform/installation.ts';
import { MailWorker } from '../../platform/mail-worker.ts';
import { ask, onBroadcast } from '../../platform/message-bus.ts';
import { run } from '../background-answers.ts';
import { pageStart } from '../page-start.tsx';
import { startCheck } from './start-check.ts';

const { texts, preferences } = await pageStart();
document.title = texts.text('check_title');

startCheck({
  root: document.body,
  background: { ask, onBroadcast },
  texts,
  preferences,
  now: () => Math.floor(Date.now() / 1000),
  mailReader: new MailWorker(),
  codeReader: new CodeWorker(),
  openFirstAid: (about) => run(() => openFirstAid(about)),
  onLanguage: () => location.reload(),
});
