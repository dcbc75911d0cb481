import { escapeHtml } from '#worker/http/escape-html.ts'

/** Styles stand in attributes and nothing is fetched: mail programs strip style sheets and block pictures. */
const PAGE = 'margin:0;padding:24px 12px;background:#f1efe8;color:#14120a;font:16px/1.5 Arial,Helvetica,sans-serif'
const SHEET = 'max-width:560px;margin:0 auto;background:#ffffff;border-radius:6px;overflow:hidden'
const BAND = 'padding:16px 24px;background:#0c0f0e;color:#ffffff;font-weight:700;text-transform:uppercase'
const MARK =
  'display:inline-block;width:22px;padding:5px 0;margin-right:12px;border-radius:3px;background:#ffd02e;color:#14120a;text-align:center'
const TITLE = 'margin:0 0 16px;font-size:22px;line-height:1.25'
const BUTTON =
  'display:inline-block;padding:14px 22px;border-radius:6px;background:#ffd02e;color:#14120a;font-weight:600;text-decoration:none'

/** A mail's HTML under the site's mark. @param title text @param parts HTML, each a block of its own */
export const framed = (title: string, parts: readonly string[]): string =>
  [
    `<div style="${PAGE}"><div style="${SHEET}">`,
    `<div style="${BAND}"><span style="${MARK}" aria-hidden="true">#</span>Fantasy Football Cards</div>`,
    `<div style="padding:24px"><h1 style="${TITLE}">${escapeHtml(title)}</h1>`,
    ...parts,
    '</div></div></div>',
  ].join('\n')

/** @param words text @param link an address */
export const button = (words: string, link: string): string =>
  `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(words)}</a></p>`
