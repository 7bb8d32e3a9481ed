import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { PolicyFault, PolicyReport, PolicySetting } from '../../../protocol/policy-messages.ts';
import { type Child, el } from '../../element.ts';
import { outside } from '../../outside.tsx';
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

export function policyView({ settings }: PolicyReport, { texts }: PageContext): Child {
  if (settings.length === 0) return <p className="quiet">{texts.text('policy_none')}</p>;
  const failed = settings.filter(({ fault }) => fault !== null);
  const row = ({ name, value, fault }: PolicySetting): HTMLElement => (
    <tr>
      <th scope="row">{outside(name)}</th>
      <td>{outside(value)}</td>
      <td>{texts.text('policy_source_administrator')}</td>
      <td>{texts.text(fault === null ? 'policy_holds' : FAULTS[fault])}</td>
    </tr>
  );
  const head = (key: 'policy_setting' | 'policy_value' | 'policy_source' | 'policy_state'): HTMLElement => (
    <th scope="col">{texts.text(key)}</th>
  );
  return [
    failed.length === 0 ? null : (
      <p className="notice is-caution" role="status">
        {texts.count('policy_failed', failed.length)}
      </p>
    ),
    <div className="scroll" tabIndex={0} role="region" ariaLabel={texts.text('policy_table')}>
      <table className="policy">
        <thead>
          <tr>
            {head('policy_setting')}
            {head('policy_value')}
            {head('policy_source')}
            {head('policy_state')}
          </tr>
        </thead>
        <tbody>{[...failed, ...settings.filter(({ fault }) => fault === null)].map(row)}</tbody>
      </table>
    </div>,
  ].filter((node) => node !== null);
}
