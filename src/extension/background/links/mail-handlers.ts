import type { PageHandlersOf } from '../../platform/message-bus.ts';
import type { MAIL_REQUESTS } from '../../protocol/mail-messages.ts';
import type { MailService } from './mail-service.ts';

/** @param mayTrust - false if an administrator decides */
export function mailHandlers(
  mail: MailService,
  mayTrust: () => Promise<boolean>,
): PageHandlersOf<typeof MAIL_REQUESTS> {
  return {
    'judge-mail-links': async (request) => ({ verdicts: await mail.judgeLinks(request) }),
    'judge-mail': async (request) => ({ verdict: await mail.judge(request) }),
    'correct-mail': async (request) => {
      if (request.correction === 'fine') {
        // The sender may be forged.
        if (!request.isVouchedFor) return { refused: 'unknown-sender' };
        if (!(await mayTrust())) return { refused: 'set-by-administrator' };
      }
      const corrected = await mail.correct(request);
      if (!corrected.ok) return { refused: corrected.failure };
      const { id, scope, subject, domain } = corrected.value;
      return { correctionId: id, scope, subject, domain };
    },
  };
}
