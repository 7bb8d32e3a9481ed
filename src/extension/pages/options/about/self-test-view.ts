import {
  SELF_TEST_PARTS,
  type SelfTestPart,
  type SelfTestWords,
} from '../../../../core/self-test/self-test-mail.ts';
import type { MessageKey, Texts } from '../../../platform/texts/texts.ts';
import { el } from '../../element.ts';
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
): readonly Node[] {
  return [
    el(
      'ol',
      { className: 'steps' },
      el('li', {}, texts.text('selfTest_step_1')),
      el('li', {}, texts.text('selfTest_step_2')),
      el('li', {}, texts.count('selfTest_step_3', SELF_TEST_PARTS.length)),
    ),
    el(
      'p',
      { className: 'actions' },
      el('button', { type: 'button', onclick: actions.copy }, texts.text('selfTest_copy')),
      el(
        'button',
        { type: 'button', className: 'quiet', onclick: actions.save },
        texts.text('selfTest_save'),
      ),
    ),
    el('p', { className: 'said', role: 'status' }, said),
  ];
}
