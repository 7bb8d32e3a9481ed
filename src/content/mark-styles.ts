/**
 * Everything that is drawn in a webmail page. It lives in a closed shadow root; `:host` declarations are
 * `!important`, and important ones of an inner tree win over those of the page around it.
 *
 * `all` leaves direction and custom properties alone, so those are set one by one. `--spamlight-alive` comes from
 * the manifest's style sheet: without the extension there is nothing to see.
 */
export const MARK_STYLES = /* css */ `
:host {
  all: initial !important;
  direction: ltr !important;
  unicode-bidi: isolate !important;
  position: fixed !important;
  inset: 0 auto auto 0 !important;
  inline-size: 0 !important;
  block-size: 0 !important;
  display: var(--spamlight-alive, none) !important;
  color-scheme: light dark !important;
  user-select: none !important;
  -webkit-user-select: none !important;
  font: 400 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif !important;

  --danger: #c62016;
  --danger-text: #a8150d;
  --danger-tint: #fdeceb;
  --caution: #b35c00;
  --caution-text: #8a4700;
  --caution-tint: #fff4e5;
  --unchecked: #5b6270;
  --unchecked-text: #4a5160;
  --unchecked-tint: #f1f3f6;
  --paper: #ffffff;
  --ink: #1b1d22;
  --ink-soft: #5a6070;
  --line: #dfe2e8;
  --field: #f6f7f9;
  --action: #1a56c4;
  --shadow: 0 1px 2px rgb(20 24 32 / .18), 0 8px 28px rgb(20 24 32 / .22);
}
@media (prefers-color-scheme: dark) {
  :host {
    --danger-text: #ff9a92;
    --danger-tint: #43191a;
    --caution-text: #ffbf73;
    --caution-tint: #3d2a10;
    --unchecked-text: #c0c7d4;
    --unchecked-tint: #2d323c;
    --paper: #1f2229;
    --ink: #eceef2;
    --ink-soft: #a3abba;
    --line: #383d48;
    --field: #282c35;
    --action: #8fb6ff;
    --shadow: 0 1px 2px rgb(0 0 0 / .5), 0 10px 30px rgb(0 0 0 / .55);
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }

/* ————— marks: a frame around the link, and a badge at its corner ————— */
.mark {
  position: fixed;
  position-anchor: auto;
  inset: auto;
  top: calc(anchor(top) + var(--dy, 0px) + var(--clip-top, 0px) - 2px);
  left: calc(anchor(left) + var(--dx, 0px) + var(--clip-left, 0px) - 2px);
  width: calc(var(--w, anchor-size(width)) - var(--clip-left, 0px) - var(--clip-right, 0px) + 4px);
  height: calc(var(--h, anchor-size(height)) - var(--clip-top, 0px) - var(--clip-bottom, 0px) + 4px);
  margin: 0;
  padding: 0;
  border: 0;
  overflow: visible;
  background: none;
  pointer-events: none;
}
.mark .frames { position: absolute; inset: 0; overflow: clip; overflow-clip-margin: 1px; }
.mark .frame {
  position: absolute;
  inset: 0;
  border-radius: 5px;
}
.mark.danger .frame { border: 2px solid var(--danger); background: rgb(198 32 22 / .07); }
.mark.caution .frame { border: 2px dashed var(--caution); }
.mark.unchecked .frame { border: 1.5px dotted var(--unchecked); }
.mark .badge {
  position: absolute;
  top: -10px;
  right: -10px;
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: #fff;
  box-shadow: 0 0 0 1px rgb(255 255 255 / .9), 0 1px 4px rgb(0 0 0 / .45);
}
/* Where the link is at the page's edge, the badge stays inside it. */
.mark.at-top .badge { top: 2px; }
.mark.at-right .badge { right: 2px; }

.icon { display: block; }
.icon .hollow, .icon .stroke { fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.icon .glyph { fill: none; stroke: #fff; stroke-width: 2.3; stroke-linecap: round; }
.icon .dot { fill: #fff; }
.danger .icon .solid { fill: var(--danger); }
.caution .icon .hollow, .caution .icon .stroke { stroke: var(--caution); }
.caution .icon .full { fill: var(--caution); }
.unchecked .icon .hollow, .unchecked .icon .stroke { stroke: var(--unchecked); }
.unchecked .icon .full { fill: var(--unchecked); }
@media (prefers-color-scheme: dark) {
  .card.caution .icon .hollow, .card.caution .icon .stroke,
  .sign.caution .icon .hollow, .sign.caution .icon .stroke { stroke: var(--caution-text); }
  .card.caution .icon .full, .sign.caution .icon .full { fill: var(--caution-text); }
  .card.unchecked .icon .hollow, .card.unchecked .icon .stroke,
  .sign.unchecked .icon .hollow, .sign.unchecked .icon .stroke { stroke: var(--unchecked-text); }
  .card.unchecked .icon .full, .sign.unchecked .icon .full { fill: var(--unchecked-text); }
}

.spoken {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.card, .toast, .sign, .guard {
  position: fixed;
  inset: auto;
  margin: 0;
  border: 1px solid var(--line);
  background: var(--paper);
  color: var(--ink);
  font: inherit;
  text-align: start;
  box-shadow: var(--shadow);
  overflow-wrap: anywhere;
}
h2 { margin: 0; font: 600 16px/1.3 inherit; font-family: inherit; }
p { margin: 0; }
ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }

/* ————— the card ————— */
.card {
  position-anchor: auto;
  width: 372px;
  padding: 0;
  border-radius: 12px;
  overflow: auto;
  overscroll-behavior: contain;
  animation: appear .12s ease-out;
}
.card header, .guard header { display: flex; align-items: center; gap: 10px; }
.card header {
  padding: 12px 10px 10px 16px;
  border-bottom: 1px solid var(--line);
}
.card.danger header { background: var(--danger-tint); color: var(--danger-text); border-color: transparent; }
.card.caution header { background: var(--caution-tint); color: var(--caution-text); border-color: transparent; }
.card.unchecked header { background: var(--unchecked-tint); color: var(--unchecked-text); border-color: transparent; }
.card header h2, .guard header h2 { flex: 1; font-size: 15px; line-height: 1.3; font-weight: 650; }
.card .why { padding: 12px 16px 0; }
.card .destination { padding: 12px 16px 14px; }
.label { color: var(--ink-soft); font-size: 12px; }
.outside { unicode-bidi: isolate; direction: ltr; }
.address {
  display: block;
  margin-top: 4px;
  padding: 8px 10px;
  border-radius: 7px;
  background: var(--field);
  border: 1px solid var(--line);
  color: var(--ink-soft);
  font: 13px/1.45 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
  word-break: break-all;
}
.address strong { color: var(--ink); font-weight: 700; word-break: break-all; }
.danger .address strong { color: var(--danger-text); }
.caution .address strong { color: var(--caution-text); }
.through { margin-top: 8px; font-size: 13px; }
.note { color: var(--ink-soft); font-size: 13px; }
.destination .note { margin-top: 6px; }
.details, .choice { padding: 12px 16px; border-top: 1px solid var(--line); font-size: 13px; }
.reasons li + li { margin-top: 12px; padding-top: 12px; border-top: 1px solid var(--line); }
.reasons dl { display: grid; grid-template-columns: auto 1fr; gap: 3px 12px; margin-top: 5px; }
.reasons dt { color: var(--ink-soft); }
.tell { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; margin: 8px 0 -4px -10px; }
.told { color: var(--ink-soft); }
.choice fieldset { margin: 0 0 12px; padding: 0; border: 0; min-width: 0; }
.choice legend { padding: 0 0 4px; font-weight: 600; }
.choice label { display: flex; gap: 8px; align-items: baseline; padding: 3px 0; }
.choice .durations { display: flex; flex-wrap: wrap; gap: 0 18px; }
.choice .durations legend { float: left; width: 100%; }
.choice input { margin: 0; accent-color: var(--action); flex: none; transform: translateY(1px); }
.choice .go { display: flex; gap: 4px; margin-top: 12px; }
.card footer {
  display: flex;
  flex-wrap: wrap;
  gap: 2px;
  padding: 6px;
  border-top: 1px solid var(--line);
}
.card footer .open { margin-inline-start: auto; }

button {
  appearance: none;
  margin: 0;
  border: 0;
  border-radius: 7px;
  padding: 7px 10px;
  background: none;
  color: inherit;
  font: inherit;
  line-height: 1.3;
  cursor: pointer;
}
button.plain { color: var(--action); font-weight: 550; }
button.plain.open { color: var(--ink-soft); font-weight: 450; }
button.plain:hover { background: var(--field); }
button.primary { padding: 8px 18px; background: var(--action); color: var(--paper); font-weight: 600; }
button.primary:hover { filter: brightness(1.08); }
button.close { padding: 2px 9px; font-size: 20px; line-height: 1.2; color: inherit; opacity: .75; }
button.close:hover { opacity: 1; background: rgb(128 128 128 / .16); }
:focus-visible { outline: 2px solid var(--action); outline-offset: 1px; }

/* ————— one line at the upper edge of a message ————— */
.sign {
  position-anchor: auto;
  display: flex;
  align-items: center;
  gap: 8px;
  width: max-content;
  max-width: 96vw;
  padding: 3px 4px 3px 10px;
  border-radius: 18px;
  font-size: 13px;
  font-weight: 550;
  box-shadow: 0 1px 6px rgb(20 24 32 / .22);
}
.sign.danger { background: var(--danger-tint); border-color: color-mix(in srgb, var(--danger) 45%, transparent); color: var(--danger-text); }
.sign.unchecked { background: var(--unchecked-tint); color: var(--unchecked-text); }
.sign .icon { flex: none; }
.sign button { flex: none; padding: 3px 8px; border-radius: 12px; }
.sign .show { color: inherit; text-decoration: underline; text-underline-offset: 2px; font-weight: 500; }
.sign .close { padding: 0 8px; font-size: 18px; }

/* ————— what was done, and the way back ————— */
.toast {
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 9px 10px 9px 18px;
  border: 0;
  border-radius: 10px;
  background: #22252d;
  color: #f4f5f7;
  transform: translate(-50%, -100%);
  width: max-content;
}
.toast .undo { color: #9cc0ff; font-weight: 650; }
.toast .undo:hover { background: rgb(255 255 255 / .1); }
.toast .outside { font-weight: 600; }

/* ————— the question before a dangerous link opens ————— */
.guard {
  width: 480px;
  padding: 22px 24px 18px;
  border-radius: 16px;
  border: 0;
  border-top: 6px solid var(--unchecked);
  overflow: auto;
}
.guard.danger { border-top-color: var(--danger); }
.guard.caution { border-top-color: var(--caution); }
.guard::backdrop { background: rgb(18 20 26 / .55); }
.guard header h2 { font-size: 19px; }
.guard .why { margin-top: 12px; font-size: 15px; }
.guard .destination { margin-top: 16px; }
.guard .address { font-size: 15px; padding: 10px 12px; }
.guard .note:not(:empty) { margin-top: 12px; font-size: 14px; }
.guard footer { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 20px; }
.guard footer .primary { padding: 10px 30px; font-size: 15px; }
.guard footer .open { margin-inline-start: auto; }
.guard.settling footer .open { opacity: .45; cursor: default; }
.spinner {
  width: 24px;
  height: 24px;
  flex: none;
  border-radius: 50%;
  border: 3px solid var(--line);
  border-top-color: var(--action);
  animation: turn .9s linear infinite;
}

@keyframes appear { from { opacity: 0; transform: translateY(3px); } }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) {
  .card { animation: none; }
  .spinner { animation-duration: 4s; }
}

@media (forced-colors: active) {
  .card, .sign, .guard, .toast { border: 2px solid CanvasText; }
  button { border: 1px solid ButtonText; }
  .mark .frame { border-color: Mark !important; border-color: CanvasText !important; background: none !important; }
  .mark .badge { background: Canvas; box-shadow: none; border: 1px solid CanvasText; }
  .icon .solid, .icon .full { fill: CanvasText !important; }
  .icon .hollow, .icon .stroke { stroke: CanvasText !important; }
  .icon .glyph { stroke: Canvas !important; }
  .icon .dot { fill: Canvas !important; }
}
@media print { :host { display: none !important; } }
`;
