import { el } from '../../element.ts';

/** A real file input, for keyboard and screen readers. */
export function filePicker(
  id: string,
  name: string,
  chosen: (file: File) => void,
  accept = '.json,application/json',
): HTMLElement {
  return (
    <span className="file">
      <input
        type="file"
        id={id}
        accept={accept}
        onchange={({ currentTarget }) => {
          if (!(currentTarget instanceof HTMLInputElement)) return;
          const file = currentTarget.files?.[0];
          // Cleared, so that choosing the same file again fires `change`.
          if (file !== undefined) chosen(file);
          currentTarget.value = '';
        }}
      />
      <label htmlFor={id}>{name}</label>
    </span>
  );
}
