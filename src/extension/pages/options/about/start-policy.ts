import type { PolicyReport } from '../../../protocol/policy-messages.ts';
import { answerOrNull, latestOnly } from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import type { PageContext } from '../../page-context.ts';
import { redraw } from '../../redraw.ts';
import { unready } from '../../unready.tsx';
import { policyView } from './policy-view.tsx';
import type { Section } from '../parts/section.ts';

export function startPolicy(body: HTMLElement, { ask }: BackgroundLink, context: () => PageContext): Section {
  let report: PolicyReport | 'loading' | 'no-answer' = 'loading';

  function draw(): void {
    redraw(body, typeof report === 'string' ? unready(report, context()) : policyView(report, context()));
  }

  const load = latestOnly(
    () => answerOrNull(ask({ type: 'get-policy' })),
    (answer) => {
      report = answer ?? 'no-answer';
      draw();
    },
  );

  return { load, draw };
}
