import {
  SELF_TEST_PARTS,
  type SelfTestPart,
  type SelfTestWords,
} from '../../../../core/self-test/self-test-mail.ts';
import type { MessageKey, Texts } from '../../../platform/texts/texts.ts';
import { type Child, el } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';

export const SELF_TEST_NAMES: Readonly<Record<SelfTestPart, MessageKey>> = {
  plain: 'selfTest_plain',
  wrapped: 'selfTest_wrapped',
  image: 'selfTest_image',
  form: 'selfTest_form',
};

export function selfTestWords(texts: Texts): SelfTestWords {
  return {
    subject: texts.text('selfTest_subject'),
    intro: texts.text('selfTest_mail_intro'),
    names: {
      plain: texts.text(SELF_TEST_NAMES.plain),
      wrapped: texts.text(SELF_TEST_NAMES.wrapped),
      image: texts.text(SELF_TEST_NAMES.image),
      form: texts.text(SELF_TEST_NAMES.form),
    },
  };
}

export interface SelfTestState {
  readonly said: string;
}

export interface SelfTestActions {
  readonly copy: () => void;
  readonly save: () => void;
}

/** Offers the test message; readers send it themselves, as Spamlight sends no mail. */
export function selfTestView(
  { said }: SelfTestState,
  actions: SelfTestActions,
  { texts }: PageContext,
): Child {
  return [
    <ol className="steps">
      <li>{texts.text('selfTest_step_1')}</li>
      <li>{texts.text('selfTest_step_2')}</li>
      <li>{texts.count('selfTest_step_3', SELF_TEST_PARTS.length)}</li>
    </ol>,
    <p className="actions">
      <button type="button" onclick={actions.copy}>
        {texts.text('selfTest_copy')}
      </button>
      <button type="button" className="quiet" onclick={actions.save}>
        {texts.text('selfTest_save')}
      </button>
    </p>,
    <p className="said" role="status">
      {said}
    </p>,
  ];
}
