import { isSwitchedOff } from '../../../../core/verdict/protection.ts';
import { includesSection, type SectionName } from '../../../../core/snapshot/snapshot.ts';
import type { PolicyLock } from '../../../protocol/policy-messages.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import { el } from '../../element.ts';
import { spoken } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { isLocked } from '../../unless-locked.tsx';

export function listSwitch(
  { id, name, sections }: ChannelStatus,
  lock: PolicyLock,
  setSections: (channel: string, off: readonly SectionName[]) => void,
  context: PageContext,
): HTMLElement | null {
  if (sections.length === 0) return null;
  const { texts } = context;
  const isOff = isSwitchedOff(sections);
  const boxId = `use-${id}`;
  return (
    <p className="choice">
      <input
        type="checkbox"
        id={boxId}
        checked={!isOff}
        indeterminate={!isOff && sections.some(({ on }) => !on)}
        disabled={isLocked([lock], context)}
        onchange={() => setSections(id, isOff ? [] : sections.map(nameOnly))}
        aria-label={texts.text('list_use_named', spoken(name))}
      />
      <label htmlFor={boxId}>{texts.text('list_use')}</label>
    </p>
  );
}

export function nameOnly({ kind, category, action, group }: SectionName): SectionName {
  return { kind, category, action, group };
}

/** Optimistic update: shows the change before the background confirms it. */
export function switchedOff(
  status: ChannelStatus,
  channel: string,
  off: readonly SectionName[],
): ChannelStatus {
  if (status.id !== channel) return status;
  return {
    ...status,
    sections: status.sections.map((section) => ({ ...section, on: !includesSection(off, section) })),
  };
}
