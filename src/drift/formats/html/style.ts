/** Light or dark as the reader's system is; one column on a phone. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --surface: #ffffff; --sunken: #f1f3f6; --line: #d9dee5; --text: #1b2430; --muted: #566274; --accent: #1f5fd0;
  --green: #14693a; --green-soft: #dcf3e5; --red: #b3261e; --red-soft: #fde5e3; --amber: #8a5a00; --amber-soft: #fdf0d0;
  --blue: #1858b8; --blue-soft: #e0ecfd; --violet: #7a3aa8; --violet-soft: #f1e4fa; --gray: #566274; --gray-soft: #e8ebf0;
  --bar-managed: #2f9e5f; --bar-changed: #e0a100; --bar-unmanaged: #c3ccd8;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151b; --surface: #191f28; --sunken: #12171e; --line: #2e3845; --text: #e4e9f0; --muted: #9aa7b8; --accent: #7fb0ff;
    --green: #6fd39b; --green-soft: #163526; --red: #ff9d94; --red-soft: #43201f; --amber: #f0c368; --amber-soft: #3d2f12;
    --blue: #8fbaff; --blue-soft: #1b3154; --violet: #d2a6f2; --violet-soft: #382347; --gray: #a8b4c4; --gray-soft: #29313c;
    --bar-managed: #3fae70; --bar-changed: #d9a520; --bar-unmanaged: #46525f;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 var(--sans); overflow-wrap: anywhere; }
header.top, main, footer { max-width: 1080px; margin: 0 auto; padding: 0 24px; }
h1, h2, h3, h4, p, ul { margin: 0; padding: 0; }
ul { list-style: none; }
small, .overline, .lead, .stacks, .gist, .urn, .who, footer { color: var(--muted); }
small { font-size: 13px; font-weight: 400; }
h2 { font-size: 17px; font-weight: 650; }
code, pre, kbd { font-family: var(--mono); font-size: 13px; }
button, input, select { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 6px 12px; }
button, select, summary { cursor: pointer; }
button:hover, select:hover { border-color: var(--muted); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

header.top { padding-top: 40px; padding-bottom: 8px; }
.overline { font-size: 13px; }
.overline time { margin-left: 8px; font-variant-numeric: tabular-nums; }
h1 { display: flex; align-items: center; gap: 12px; font-size: 34px; line-height: 1.3; letter-spacing: -0.02em; }
.light { width: 16px; height: 16px; border-radius: 50%; background: var(--light); box-shadow: 0 0 0 5px var(--halo); margin-left: 5px; }
.inSync { --light: var(--green); --halo: var(--green-soft); }
.drift { --light: var(--red); --halo: var(--red-soft); }
.incomplete { --light: var(--amber); --halo: var(--amber-soft); }
.lead { font-size: 17px; }
.lead::first-letter { text-transform: uppercase; }
.stacks { margin-top: 8px; font-size: 13px; }
.stacks b { color: var(--text); font-weight: 600; }

.coverage, .problems, .warnings, .clean { margin-top: 24px; padding: 16px 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.problems { border-left: 4px solid var(--amber); }
.problems li, .warnings li { margin-top: 6px; }
.bars li { display: grid; grid-template-columns: 140px minmax(60px, 1fr) 240px; align-items: center; gap: 16px; margin-top: 10px; }
.bars b { font-weight: 600; }
.bars svg { display: block; width: 100%; height: 10px; border-radius: 5px; }
.bars span { font-size: 13px; font-variant-numeric: tabular-nums; }
rect.managed { fill: var(--bar-managed); }
rect.changed { fill: var(--bar-changed); }
rect.unmanaged { fill: var(--bar-unmanaged); }
rect.none { fill: var(--sunken); }
rect.unknown { fill: var(--amber-soft); }
.legend { display: flex; gap: 18px; margin-top: 14px; font-size: 12px; color: var(--muted); }
.legend span::before { content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 6px; border-radius: 3px; background: var(--swatch); }
.legend .managed { --swatch: var(--bar-managed); }
.legend .changed { --swatch: var(--bar-changed); }
.legend .unmanaged { --swatch: var(--bar-unmanaged); }

.toolbar { display: none; position: sticky; top: 0; z-index: 1; margin: 24px -24px 0; padding: 12px 24px; background: var(--page); border-bottom: 1px solid var(--line); }
.scripted .toolbar { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
.chips, .fields, .status { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.chip { display: inline-flex; gap: 6px; align-items: baseline; padding: 4px 12px; border-radius: 999px; }
.chip b { color: var(--ink, inherit); font-variant-numeric: tabular-nums; }
.chip[aria-pressed="true"] { background: var(--soft, var(--gray-soft)); border-color: var(--ink, var(--gray)); color: var(--ink, inherit); }
.fields input { flex: 1 1 240px; min-width: 0; }
.fields select { min-width: 0; max-width: 100%; }
.status { font-size: 13px; color: var(--muted); }
.status p { margin-right: auto; }
.status button { padding: 2px 10px; }

.changed, .unfinished { --ink: var(--amber); --soft: var(--amber-soft); }
.deleted { --ink: var(--red); --soft: var(--red-soft); }
.unmanaged, .inMotion { --ink: var(--blue); --soft: var(--blue-soft); }
.notOurs { --ink: var(--violet); --soft: var(--violet-soft); }
.badge { display: inline-block; padding: 1px 9px; border-radius: 999px; font-size: 12px; font-weight: 600; color: var(--ink, var(--gray)); background: var(--soft, var(--gray-soft)); white-space: nowrap; }

section.stack { margin-top: 24px; }
section.stack > h2 { margin-bottom: 8px; }
.cards { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.card { border-top: 1px solid var(--line); margin-top: -1px; content-visibility: auto; contain-intrinsic-size: auto 46px; }
.card > summary { display: grid; grid-template-columns: 16px 116px minmax(0, 3fr) minmax(0, 2fr); gap: 10px; align-items: baseline; padding: 10px 16px; list-style: none; scroll-margin-top: 180px; }
.card > summary::-webkit-details-marker { display: none; }
.card > summary::before { content: "›"; color: var(--muted); font-weight: 700; }
.card[open] > summary::before { transform: rotate(90deg); }
.card > summary:hover, .card[open] > summary { background: var(--sunken); }
.card > summary:focus-visible { outline-offset: -2px; }
.badges { display: flex; flex-wrap: wrap; gap: 4px; }
.type { color: var(--muted); }
.name { font-weight: 600; }
.gist { font-size: 13px; text-align: right; }
.ignored .name { font-weight: 400; color: var(--muted); }
.body { padding: 4px 20px 20px 42px; border-top: 1px solid var(--line); }
.body h3 { margin-top: 16px; font-size: 14px; }
.finding > p { margin-top: 8px; }
.urn { margin-top: 10px; }
.who { font-size: 13px; }
.compare { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 8px; }
.side { display: flex; flex-direction: column; min-width: 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.side h4 { padding: 4px 12px; font-size: 12px; font-weight: 600; color: var(--tone); background: var(--tint); }
.before { --tone: var(--red); --tint: var(--red-soft); }
.after { --tone: var(--green); --tint: var(--green-soft); }
.side pre { flex: 1; }
pre { margin: 0; padding: 10px 12px; background: var(--sunken); white-space: pre-wrap; max-height: 320px; overflow: auto; }
mark { color: inherit; background: var(--tint); border-radius: 3px; box-shadow: 0 0 0 2px var(--tint); }
.actions li { margin-top: 10px; }
.purpose { font-weight: 600; }
.snippet { position: relative; margin-top: 4px; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.snippet pre { padding-right: 92px; }
.copy { display: none; position: absolute; top: 6px; right: 6px; padding: 1px 10px; font-size: 12px; }
.scripted .copy { display: block; }
.empty { margin-top: 24px; padding: 32px; text-align: center; color: var(--muted); border: 1px dashed var(--line); border-radius: 12px; }
.notice { margin-top: 12px; color: var(--muted); }
.clean summary { font-weight: 600; }
.clean ul { columns: 320px; margin-top: 8px; }
footer { display: flex; justify-content: space-between; padding-top: 24px; padding-bottom: 40px; font-size: 13px; }
.keys { visibility: hidden; }
.scripted .keys { visibility: visible; }
kbd { padding: 1px 6px; border: 1px solid var(--line); border-radius: 5px; background: var(--surface); font-size: 12px; }
kbd:not(:first-child) { margin-left: 8px; }
kbd + kbd:not(:first-child) { margin-left: 0; }

@media (max-width: 720px) {
  header.top, main, footer { padding-left: 16px; padding-right: 16px; }
  header.top { padding-top: 24px; }
  h1 { font-size: 28px; }
  .toolbar { position: static; margin: 24px -16px 0; padding: 12px 16px; }
  .bars li { grid-template-columns: minmax(0, 1fr) auto; gap: 4px 12px; }
  .bars svg { grid-column: 1 / -1; grid-row: 2; }
  .card > summary { grid-template-columns: 16px minmax(0, 1fr); gap: 4px 10px; }
  .what, .gist { grid-column: 2; text-align: left; }
  .gist:empty { display: none; }
  .body { padding-left: 16px; padding-right: 16px; }
  .compare { grid-template-columns: 1fr; }
  footer { display: block; }
  .keys { display: none; }
}
@media print {
  .toolbar, .copy, .keys { display: none !important; }
  * { print-color-adjust: exact; }
  .card { content-visibility: visible; break-inside: avoid; }
  details::details-content { content-visibility: visible; }
  pre { max-height: none; }
}
`;
