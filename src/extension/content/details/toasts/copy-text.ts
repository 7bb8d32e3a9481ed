import { el } from '../../dom/element.ts';

export async function copyText(text: string, root: ShadowRoot): Promise<boolean> {
  // Missing without TLS, and a permissions policy may forbid it.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  try {
    if (clipboard !== undefined) {
      await clipboard.writeText(text);
      return true;
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  const field = el('textarea', { value: text, className: 'spoken' });
  root.append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only fallback on such a page
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
