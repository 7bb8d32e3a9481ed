/** What a reader can operate, as screen readers are told of it. */
export interface Control {
  /** In the words of ARIA, alike in both browsers. */
  readonly role: ControlRole;
  readonly name: string;
}

export type ControlRole =
  | 'button'
  | 'link'
  | 'checkbox'
  | 'radio'
  | 'switch'
  | 'textbox'
  | 'combobox'
  | 'disclosure'
  | 'other';

/** Chromium's names of roles that can be operated. */
export const CHROMIUM_ROLES: Readonly<Record<string, ControlRole>> = {
  button: 'button',
  link: 'link',
  checkbox: 'checkbox',
  radio: 'radio',
  switch: 'switch',
  textbox: 'textbox',
  searchbox: 'textbox',
  combobox: 'combobox',
  ComboBoxSelect: 'combobox',
  listbox: 'combobox',
  DisclosureTriangle: 'disclosure',
  slider: 'other',
  spinbutton: 'other',
  menuitem: 'other',
  tab: 'other',
};

/** Firefox's, as its accessibility service spells them. */
export const FIREFOX_ROLES: Readonly<Record<string, ControlRole>> = {
  button: 'button',
  pushbutton: 'button',
  'toggle button': 'button',
  link: 'link',
  checkbutton: 'checkbox',
  radiobutton: 'radio',
  switch: 'switch',
  entry: 'textbox',
  searchbox: 'textbox',
  'password text': 'textbox',
  combobox: 'combobox',
  listbox: 'combobox',
  summary: 'disclosure',
  slider: 'other',
  spinbutton: 'other',
  menuitem: 'other',
  pagetab: 'other',
};
