/** A downloaded file has no other style sheet, must work on phones and on paper, and follows the reader's light or dark theme. */
export const fileStyle = `
:root { color-scheme: light dark; --canvas: #f7f5f1; --surface: #fff; --ink: #1d2724; --ink-muted: #56605c; --line: #d9d4ca; --brand-text: #1f5d50; --tint: #eef3f0; }
@media (prefers-color-scheme: dark) { :root { --canvas: #151614; --surface: #1f211f; --ink: #f0eee9; --ink-muted: #b5b1a8; --line: #41423e; --brand-text: #9fd8c6; --tint: #26302c; } }
* { box-sizing: border-box; }
html { font: 106.25%/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; background: var(--canvas); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.25rem 0 .5rem; }
h1 { font-size: 1.75rem; margin-top: 0; }
h2 { font-size: 1.25rem; }
h3 { font-size: 1.1rem; }
h4, h5, h6 { font-size: 1rem; }
a { color: var(--brand-text); }
:focus-visible { outline: 3px solid #3f6fd8; outline-offset: 2px; }
.muted, .empty, .missing, .region, .unchanged { color: var(--ink-muted); }
.small, .unchanged, .region, .missing { font-size: .9375rem; }
.card, .fold { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
.card > h2:first-child { margin-top: 0; }
dl { display: grid; grid-template-columns: minmax(0, 11rem) minmax(0, 1fr); gap: .25rem 1rem; margin: 0; }
dt { color: var(--ink-muted); }
dd { margin: 0; }
dd + dd { grid-column: 2; }
@media (max-width: 34rem) { dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: .5rem; } dd + dd { grid-column: auto; } }
nav ol { margin: 0; padding-inline-start: 1.5rem; columns: 16rem; }
nav li { padding: .375rem 0; break-inside: avoid; }
.fold { padding: 0; scroll-margin-top: 1rem; }
.fold > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding: .875rem 1.25rem; cursor: pointer; }
.fold > summary::marker { content: none; }
.fold > summary::-webkit-details-marker { display: none; }
.fold > summary h2 { margin: 0; }
.fold > summary .muted { margin-inline-start: auto; }
.fold-body { padding: 0 1.25rem 1.25rem; }
.fold-body > :first-child { margin-top: 0; }
p { margin: .5rem 0; }
ul, ol { padding-inline-start: 1.5rem; margin: .5rem 0; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .9375rem; overflow-wrap: break-word; }
caption, .caption { display: block; text-align: start; font-weight: 600; padding-bottom: .25rem; }
table > caption { display: table-caption; }
th, td { text-align: start; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--ink-muted); font-weight: 600; }
@media screen and (max-width: 47em) {
  .stack > thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack { overflow-wrap: anywhere; }
  .stack, .stack > caption, .stack > tbody, .stack > tfoot, .stack > * > tr, .stack > * > tr > td, .stack > tbody > tr > th { display: block; }
  .stack > * > tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .stack > * > tr > td { display: flow-root; padding: .125rem 0; padding-inline-start: 9.25rem; border: 0; }
  .stack > * > tr > td::before { content: attr(data-label); color: var(--ink-muted); float: inline-start; inline-size: 8.5rem; margin-inline-start: -9.25rem; }
  .stack > * > tr > td:empty { display: none; }
  .stack > tbody:not(:only-of-type) { content-visibility: auto; contain-intrinsic-block-size: auto 200rem; }
}
.slide { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; padding: 0 .75rem; margin: .5rem 0; }
.footnotes { font-size: .9375rem; border-top: 1px solid var(--line); padding-top: .75rem; margin-top: 1rem; }
.footnotes > li > div { display: inline; }
.back { padding: 0 .375rem; }
.picture, .picture > span { display: block; margin: .5rem 0; }
img { max-width: 100%; height: auto; background: #fff; }
pre, .pre { white-space: pre-wrap; }
pre { font: inherit; margin: 0; }
.lines { white-space: pre-line; }
.reference { overflow-wrap: anywhere; }
.st-bold { font-weight: 700; } .st-italics, .st-emphasis { font-style: italic; } .st-underline { text-decoration: underline; } .st-small { font-size: .875em; }
.st-lrule { border-left: 1px solid var(--line); } .st-rrule { border-right: 1px solid var(--line); } .st-toprule { border-top: 1px solid var(--line); } .st-botrule { border-bottom: 1px solid var(--line); }
.st-disc { list-style-type: disc; } .st-circle { list-style-type: circle; } .st-square { list-style-type: square; }
.al-left { text-align: left; } .al-center { text-align: center; } .al-right { text-align: right; } .al-justify { text-align: justify; }
ins { text-decoration: underline; text-decoration-style: dotted; }
@media print {
  @page { margin: 18mm 16mm; }
  :root { color-scheme: light; --canvas: #fff; --surface: #fff; --ink: #000; --ink-muted: #444; --line: #999; --brand-text: #000; }
  html { font-size: 10.5pt; }
  body { max-width: none; padding: 0; }
  nav { display: none; }
  .card, .fold { border: 0; border-radius: 0; padding: 0; }
  .fold > summary { padding: 6pt 0; break-after: avoid; }
  .fold-body { padding: 0; }
  .fold::details-content { content-visibility: visible; block-size: auto; }
  .slide { overflow: visible; border: 0; padding: 0; }
  .slide table, .stackable table { font-size: 9pt; }
  .slide table { overflow-wrap: anywhere; }
  .slide :is(th, td) { min-width: 4.5em; }
  thead { display: table-header-group; }
  p:has(+ :is(.stackable, .slide, ul)) { break-after: avoid; }
  tr, img { break-inside: avoid; }
  .back { display: none; }
}
`;
