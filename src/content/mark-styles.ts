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
  .card .caution .icon .hollow, .card .caution .icon .stroke,
  .sign.caution .icon .hollow, .sign.caution .icon .stroke { stroke: var(--caution-text); }
  .card .caution .icon .full, .sign.caution .icon .full { fill: var(--caution-text); }
  .card .unchecked .icon .hollow, .card .unchecked .icon .stroke,
  .sign.unchecked .icon .hollow, .sign.unchecked .icon .stroke { stroke: var(--unchecked-text); }
  .card .unchecked .icon .full, .sign.unchecked .icon .full { fill: var(--unchecked-text); }
}

.spoken {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

@media (forced-colors: active) {
  .mark .frame { border-color: Mark !important; border-color: CanvasText !important; background: none !important; }
  .mark .badge { background: Canvas; box-shadow: none; border: 1px solid CanvasText; }
  .icon .solid, .icon .full { fill: CanvasText !important; }
  .icon .hollow, .icon .stroke { stroke: CanvasText !important; }
  .icon .glyph { stroke: Canvas !important; }
  .icon .dot { fill: Canvas !important; }
}
@media print { :host { display: none !important; } }
`;
