import { el } from '../../element.ts';

export function choiceField<Choice extends string>({
  id,
  label,
  choices,
  chosen,
  choose,
  nameOf,
}: {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly choose: (choice: Choice) => void;
  readonly nameOf: (choice: Choice) => string;
}): HTMLElement {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        onchange={({ currentTarget }) => {
          const value = currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
          const known = choices.find((choice) => choice === value);
          if (known !== undefined) choose(known);
        }}
      >
        {choices.map((choice) => (
          <option value={choice} selected={choice === chosen}>
            {nameOf(choice)}
          </option>
        ))}
      </select>
    </div>
  );
}
