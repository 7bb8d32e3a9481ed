import { selfTestView } from './self-test-view.tsx';
import { selfTestHtml, selfTestMail } from '../../../../core/self-test/self-test-mail.ts';
import { run } from '../../background-answers.ts';
import type { PageContext } from '../../page-context.ts';
import { redraw } from '../../redraw.ts';
import { saveFile } from '../../save-file.ts';
import type { Section } from '../parts/section.ts';
import { selfTestWords, type SelfTestState } from './self-test-view.tsx';

/** A reserved domain, so that replies go nowhere. */
const SELF_TEST_ADDRESS = 'self-test@spamlight.example';

export function startSelfTest(body: HTMLElement, context: () => PageContext): Section {
  let state: SelfTestState = { said: '' };

  function draw(): void {
    redraw(body, selfTestView(state, { copy, save }, context()));
  }

  function copy(): void {
    run(async () => {
      const { texts } = context();
      const words = selfTestWords(texts);
      try {
        await navigator.clipboard.write([
          new ClipboardItem({
            'text/html': new Blob([selfTestHtml(words)], { type: 'text/html' }),
            'text/plain': new Blob([words.intro], { type: 'text/plain' }),
          }),
        ]);
        state = { said: texts.text('selfTest_copied') };
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        state = { said: texts.text('selfTest_not_copied') };
      }
      draw();
    });
  }

  function save(): void {
    const mail = selfTestMail(selfTestWords(context().texts), {
      address: SELF_TEST_ADDRESS,
      date: new Date().toUTCString().replace('GMT', '+0000'),
    });
    saveFile('spamlight-self-test.eml', mail, 'message/rfc822');
  }

  return { load: async () => draw(), draw };
}
