import type { PolicyReport, PolicySetting } from '../../protocol/policy-messages.ts';
import { el } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';

/** Each setting of the administrator's policy, those without effect first; one sentence where there is no policy. */
export function policyView({ settings }: PolicyReport, { texts }: PageContext): readonly Node[] {
  if (settings.length === 0) return [el('p', { className: 'quiet' }, texts.text('policy_none'))];
  const failed = settings.filter(({ holds }) => !holds);
  const row = ({ name, value, holds }: PolicySetting): HTMLElement =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, outside(name)),
      el('td', {}, outside(value)),
      el('td', {}, texts.text('policy_source_administrator')),
      el('td', {}, texts.text(holds ? 'policy_holds' : 'policy_fails')),
    );
  const head = (key: 'policy_setting' | 'policy_value' | 'policy_source' | 'policy_state'): HTMLElement =>
    el('th', { scope: 'col' }, texts.text(key));
  return [
    failed.length === 0
      ? null
      : el(
          'p',
          { className: 'notice is-caution', role: 'status' },
          texts.count('policy_failed', failed.length),
        ),
    el(
      'div',
      { className: 'scroll', tabIndex: 0, role: 'region', ariaLabel: texts.text('policy_title') },
      el(
        'table',
        { className: 'policy' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            head('policy_setting'),
            head('policy_value'),
            head('policy_source'),
            head('policy_state'),
          ),
        ),
        el('tbody', {}, ...[...failed, ...settings.filter(({ holds }) => holds)].map(row)),
      ),
    ),
  ].filter((node) => node !== null);
}
