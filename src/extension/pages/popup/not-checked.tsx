import { el } from '../element.ts';
import { icon } from '../icon.ts';

export function notChecked(title: string, means: string): HTMLElement {
  return (
    <div className="notice is-unchecked">
      <p className="notice-title">
        {icon('unchecked')}
        {title}
      </p>
      <p>{means}</p>
    </div>
  );
}
