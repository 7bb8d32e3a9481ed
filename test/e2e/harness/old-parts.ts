/** Expressions, as text, for scripts that are no functions yet. */
export const ROOT = `document.querySelector('spamlight-marks').shadowRoot`;
export const MARKS = `${ROOT}.querySelectorAll('.mark')`;
export const CARD = `${ROOT}.querySelector('.card')`;
export const DIALOG = `${ROOT}.querySelector('dialog')`;
export const TOAST = `${ROOT}.querySelector('.toast')`;
export const API = '(window.browser ?? window.chrome)';
export function control(inside: string, text: RegExp, kind: 'button' | 'label' = 'button'): string {
  return `[...(${inside}?.querySelectorAll('${kind}') ?? [])].find((each) => ${text}.test(each.ariaLabel ?? each.textContent) && each.checkVisibility())`;
}
export const byId = (id: string): string => `document.querySelector('#${id}')`;
export const STAY = `navigation.addEventListener('navigate', (event) => event.preventDefault(), { once: true });`;
