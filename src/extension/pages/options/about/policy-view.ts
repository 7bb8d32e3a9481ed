import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { PolicyFault, PolicyReport, PolicySetting } from '../../../protocol/policy-messages.ts';
import { el } from '../../element.ts';
import { outside } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';

const FAULTS = {
  unknown: 'policy_fault_unknown',
  'not-list': 'policy_fault_not_list',
  'not-group': 'policy_fault_not_group',
  'not-flag': 'policy_fault_not_flag',
  'not-choice': 'policy_fault_not_choice',
  'not-text': 'policy_fault_not_text',
  'readers-own': 'policy_fault_readers_own',
  'too-many': 'policy_fault_too_many',
  'not-https': 'policy_fault_not_https',
  'no-root-key': 'policy_fault_no_root_key',
  'no-address': 'policy_fault_no_address',
  wildcard: 'policy_fault_wildcard',
  shared: 'policy_fault_shared',
} as const satisfies Record<PolicyFault, MessageKey>;

export function policyView({ settings }: PolicyReport, { texts }: PageContext): readonly Node[] {
  if (settings.length === 0) return [el('p', { className: 'quiet' }, texts.text('policy_none'))];
  const failed = settings.filter(({ fault }) => fault !== null);
  const row = ({ name, value, fault }: PolicySetting): HTMLElement =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, outside(name)),
      el('td', {}, outside(value)),
      el('td', {}, texts.text('policy_source_administrator')),
      el('td', {}, texts.text(fault === null ? 'policy_holds' : FAULTS[fault])),
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
      { className: 'scroll', tabIndex: 0, role: 'region', ariaLabel: texts.text('policy_table') },
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
        el('tbody', {}, ...[...failed, ...settings.filter(({ fault }) => fault === null)].map(row)),
      ),
    ),
  ].filter((node) => node !== null);
}
