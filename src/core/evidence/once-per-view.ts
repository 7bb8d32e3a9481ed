import type { MessageView } from './message-view.ts';

export function oncePerView<Value>(workOut: (view: MessageView) => Value): (view: MessageView) => Value {
  const known = new WeakMap<MessageView, { readonly value: Value }>();
  return (view) => {
    const before = known.get(view);
    if (before !== undefined) return before.value;
    const value = workOut(view);
    known.set(view, { value });
    return value;
  };
}
