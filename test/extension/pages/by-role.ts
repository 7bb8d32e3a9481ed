/** Elements as readers find them: by what they are and what they are called. */
const ROLES: Readonly<Record<string, string>> = {
  button: 'button, [role="button"], summary',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  textbox: 'input[type="text"], textarea',
  searchbox: 'input[type="search"]',
  file: 'input[type="file"]',
  checkbox: 'input[type="checkbox"]',
  radio: 'input[type="radio"]',
  combobox: 'select',
  status: '[role="status"]',
  alert: '[role="alert"]',
  progressbar: 'progress',
  listitem: 'li',
  article: 'article',
  group: 'fieldset',
  img: '[role="img"]',
};

export function allByRole(root: ParentNode, role: keyof typeof ROLES, name?: string | RegExp): HTMLElement[] {
  const found = [...root.querySelectorAll<HTMLElement>(ROLES[role] ?? role)];
  if (name === undefined) return found;
  return found.filter((element) => {
    const called = nameOf(element);
    return typeof name === 'string' ? called === name : name.test(called);
  });
}

/** The only one of this role and name. @throws if there is none, or more than one */
export function byRole(root: ParentNode, role: keyof typeof ROLES, name?: string | RegExp): HTMLElement {
  const [element, ...others] = allByRole(root, role, name);
  if (element === undefined || others.length > 0) {
    const there = allByRole(root, role).map(nameOf);
    throw new Error(
      `${others.length + (element === undefined ? 0 : 1)} × ${role} ${String(name)}; there are: ${there.join(' | ')}`,
    );
  }
  return element;
}

export function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? element.ariaLabel;
  if (label !== null && label !== undefined) return label;
  const labelledBy = element.getAttribute('aria-labelledby');
  if (labelledBy !== null) return textOf(element.ownerDocument.getElementById(labelledBy));
  if (element.matches('input, select, textarea')) {
    const scope = element.closest('[data-scope]') ?? element.ownerDocument;
    return textOf(scope.querySelector(`label[for="${element.id}"]`));
  }
  if (element.matches('fieldset')) return textOf(element.querySelector('legend'));
  return textOf(element);
}

export function textOf(node: Node | null | undefined): string {
  return (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

export function type(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement))
    throw new Error('no field');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export function choose(field: HTMLElement, value: string): void {
  if (!(field instanceof HTMLSelectElement)) throw new Error('no select');
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** As by mouse or keyboard: what is pressed has the focus. */
export function press(button: HTMLElement): void {
  button.focus();
  button.click();
}

export function submit(button: HTMLElement): void {
  button.closest('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}
