import type { PolicyReport } from '../../protocol/policy-messages.ts';
import { answered, shownInOrder } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import type { PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import { notShown } from '../not-shown.ts';
import { policyView } from './policy-view.ts';
import type { Section } from './section.ts';

export function startPolicy(body: HTMLElement, { ask }: BackgroundLink, context: () => PageContext): Section {
  let report: PolicyReport | null = null;

  function draw(): void {
    redraw(body, ...(report === null ? [notShown('no-answer', context())] : policyView(report, context())));
  }

  const load = shownInOrder(
    () => answered(ask({ type: 'get-policy' })),
    (answer) => {
      report = answer;
      draw();
    },
  );

  return { load, draw };
}
