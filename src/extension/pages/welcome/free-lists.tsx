import { LIST_PRESETS, type ListPreset } from '../../../core/feed/list-presets.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import type { PresetProgress, PresetState } from '../../protocol/preset-messages.ts';
import { el, type Child } from '../element.ts';
import { outside, spoken } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.tsx';
import { failureHappened, failureTodo, type Sentence } from '../status-sentences.ts';
import { lockedSentence } from '../unless-locked.tsx';
import { categoryName } from '../verdict-sentences.ts';

export interface FreeListsState {
  /** Null until the background answers. */
  readonly presets: readonly PresetState[] | null;
  readonly isManaged: boolean;
  /** An administrator chooses the lists. */
  readonly isLocked: boolean;
  readonly chosen: readonly string[];
  /** Ids added on this page, for undo. */
  readonly added: readonly string[];
  readonly said: Sentence;
}

export interface FreeListsActions {
  readonly choose: (id: string, isChosen: boolean) => void;
  /** Opens a permission prompt: call within the click. */
  readonly get: (ids: readonly string[]) => void;
  readonly undo: () => void;
}

/** OpenPhish's terms exclude commercial use, so readers must tick it themselves. */
export const CHOSEN_AT_FIRST: readonly string[] = LIST_PRESETS.filter(
  ({ isPrivateUseOnly }) => !isPrivateUseOnly,
).map(({ id }) => id);

/** Public lists that this device downloads and compiles itself. */
export function freeLists(
  state: FreeListsState,
  actions: FreeListsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const { presets, chosen, isLocked } = state;
  const progressOf = (id: string): PresetProgress =>
    presets?.find((each) => each.id === id)?.progress ?? { kind: 'absent' };
  const rows = (some: readonly ListPreset[]): HTMLElement | null =>
    some.length === 0 ? null : (
      <ul className="plain rows">
        {some.map((preset) => row(preset, progressOf(preset.id), state, actions, context))}
      </ul>
    );
  const isAtRest = ({ id }: ListPreset): boolean => ['absent', 'added'].includes(progressOf(id).kind);
  const wanted = LIST_PRESETS.filter(({ id }) => chosen.includes(id) && isOpen(progressOf(id)));
  const isBegun = LIST_PRESETS.some(({ id }) => !isOpen(progressOf(id)));
  const button = (name: MessageKey, className: string): HTMLElement => (
    <button
      type="button"
      id="free-get"
      className={className}
      onclick={() => actions.get(wanted.map(({ id }) => id))}
    >
      {texts.text(name)}
    </button>
  );
  return (
    <div id="free-lists">
      {!(isBegun || isLocked) && <p>{texts.text('free_intro')}</p>}
      <p className="actions">
        {!(isBegun || isLocked) && button('free_get', 'primary')}
        {!(isLocked || !state.added.some((id) => !isOpen(progressOf(id)))) && (
          <button type="button" id="free-undo" onclick={actions.undo}>
            {texts.text('undo')}
          </button>
        )}
      </p>
      {isLocked && <p>{lockedSentence(['lists'], context)}</p>}
      <p className="said" role="status">
        {state.said}
      </p>
      {rows(LIST_PRESETS.filter((preset) => !isAtRest(preset)))}
      <details id="free-which" className="more">
        <summary>{texts.text('free_which')}</summary>
        {rows(LIST_PRESETS.filter(isAtRest))}
        {isBegun && !isLocked && wanted.length > 0 && (
          <p className="actions">{button('free_get_chosen', '')}</p>
        )}
        <p className="hint">
          <a href="/src/extension/pages/options/options.html#device-lists">{texts.text('free_others')}</a>
        </p>
      </details>
    </div>
  );
}

function isOpen({ kind }: PresetProgress): boolean {
  return kind === 'absent' || kind === 'failed';
}

function isOffered({ isPrivateUseOnly }: ListPreset, { isManaged }: FreeListsState): boolean {
  return !(isPrivateUseOnly && isManaged);
}

function row(
  preset: ListPreset,
  state: PresetProgress,
  page: FreeListsState,
  actions: FreeListsActions,
  context: PageContext,
): HTMLElement {
  const { texts, formats } = context;
  const { id, name, category, licence, maker, derivesFrom, typicalBytes, cors, isPrivateUseOnly } = preset;
  const takenIn = derivesFrom?.makers ?? [];
  const box = `free-${id}`;
  const makers = texts.pieces('free_maker', outside(maker));
  const facts: Child[] = [
    ...makers,
    ...(takenIn.length === 0 ? [] : [' · ', texts.text('free_derived', takenIn.join(', '))]),
    ' · ',
    ...texts.pieces('source_licence', outside(licence)),
    ' · ',
    typicalBytes === null
      ? texts.text('free_size_unknown')
      : texts.text('free_size', formats.bytes(typicalBytes)),
    ...(cors === 'yes' ? [] : [' · ', texts.text('free_asks')]),
  ];
  const isBound = isPrivateUseOnly && isOpen(state);
  return (
    <li className="choice" data-key={id}>
      <input
        type="checkbox"
        id={box}
        checked={!isOpen(state) || (!page.isLocked && page.chosen.includes(id))}
        disabled={page.isLocked || !isOpen(state) || !isOffered(preset, page)}
        onchange={() => actions.choose(id, !page.chosen.includes(id))}
        aria-describedby={`${box}-facts`}
      />
      <div>
        <label className="row-title" htmlFor={box}>
          {outside(name)}
          {' — '}
          {categoryName(category, context)}
        </label>
        <span className="hint" id={`${box}-facts`}>
          {facts}
        </span>
        {isBound && (
          <span className="hint">{texts.text(page.isManaged ? 'free_private_managed' : 'free_private')}</span>
        )}
        {outcome()}
      </div>
    </li>
  );

  function outcome(): readonly Child[] {
    switch (state.kind) {
      case 'absent':
        return [];
      case 'waiting':
        return [<span className="hint">{texts.text('free_waiting')}</span>];
      case 'updating':
        return [progress(state, context)];
      case 'added':
        return [<span className="hint">{texts.count('free_added', state.entries)}</span>];
      case 'failed':
        return trouble([
          ...failureHappened(state.failure.kind, new URL(preset.url).host, state.failure.detail, context),
          texts.gap,
          failureTodo(state.failure.kind, context),
        ]);
    }
  }

  function trouble(sentence: Sentence): readonly Child[] {
    return [
      <p className="refused" role="alert">
        {sentence}
      </p>,
      <button
        type="button"
        className="quiet"
        onclick={() => actions.get([id])}
        aria-label={texts.text('free_again_named', spoken(name))}
      >
        {texts.text('free_again')}
      </button>,
    ];
  }
}
