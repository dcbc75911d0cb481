/** What stands beside the styles of the plots. */
export const OPERATIONS_STYLE = `.counted .wide{overflow-x:auto;background:var(--raise);border-radius:6px}
.counted .wide table{min-width:640px}
.counted .wide time{white-space:nowrap}
.counted .wide tr>:last-child{text-align:left}
.counted .wide td{vertical-align:top;overflow-wrap:anywhere}
.counted .late{color:var(--bad);font:var(--t-strong)}`
