/** What stands beside the styles of every document. */
export const ANALYTICS_STYLE = `.doc .counted{max-width:none;grid-column:1/-1;gap:32px}
.counted>.mute{margin-top:-16px}
.counted .periods{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
.counted .periods [aria-current]{background:var(--flag);border-color:var(--flag-edge);color:var(--on-flag)}
.counted .periods .btn+.link{margin-left:auto}
.counted .totals{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:2px;margin:0}
.counted .totals div{display:grid;gap:8px;padding:16px;background:var(--raise);border-top:4px solid var(--flag)}
.counted .totals dt{font:var(--t-tag);color:var(--mute)}
.counted .totals dd{margin:0;font:400 2rem/1 var(--display);font-variant-numeric:tabular-nums}
.counted section{display:grid;gap:12px 24px;min-width:0}
.counted figure{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 8px;margin:0;min-width:0}
.counted .scale{display:grid;align-content:space-between;justify-items:end;margin:-.6em 0;font-variant-numeric:tabular-nums}
.counted figure svg{display:block;width:100%;height:180px;background:var(--turf);border-radius:3px}
.counted .yards line{stroke:rgb(var(--chalk)/.28);stroke-width:1;vector-effect:non-scaling-stroke}
.counted .bars rect{fill:var(--flag);stroke:var(--flag-edge);stroke-width:1;vector-effect:non-scaling-stroke}
.counted .span{grid-column:2;display:flex;justify-content:space-between}
.counted .numbers{max-height:208px;overflow:auto;background:var(--raise);border-radius:6px}
.counted table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
.counted thead th{font:var(--t-tag);color:var(--mute);position:sticky;top:0;background:var(--raise)}
.counted th,.counted td{padding:6px 12px;text-align:left;border-bottom:1px solid var(--line);font-weight:400}
.counted tr>:last-child{text-align:right}
.counted .lists{display:grid;gap:40px}
.counted .list table{background:var(--raise);border-radius:6px}
.counted .list th[scope=row]{overflow-wrap:anywhere}
.counted .list td:nth-child(2){width:40%}
.counted .list svg{display:block;width:100%;height:12px}
@media (min-width:900px){.counted .totals{grid-template-columns:repeat(4,minmax(0,1fr))}
.counted .series{grid-template-columns:minmax(0,1fr) 260px}.counted .series .h2{grid-column:1/-1}
.counted .lists{grid-template-columns:repeat(2,minmax(0,1fr));align-items:start}}`
