import { attributeOf, localName, rootElement } from '../unclobbered.ts';
import { lastCandidates } from './unknown-page.ts';

/** Sent to the document by whoever looks into a build made for it; the answer is an attribute of the root element. */
const PROBE = 'spamlight-probe';
const ANSWER = 'data-spamlight-probe';

/** Tells what the page was weighed for, best first: no store build has this. */
export function answerProbes(): void {
  document.addEventListener(PROBE, () => {
    const said = lastCandidates().map(({ element, reasons, score }) => ({
      element: `${localName(element)}.${attributeOf(element, 'class') ?? ''}`,
      score,
      reasons,
    }));
    rootElement()?.setAttribute(ANSWER, JSON.stringify(said));
  });
}
