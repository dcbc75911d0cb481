import { escapeHtml } from '#worker/http/escape-html.ts'

/** Inline styles and no external resources, because mail clients strip style sheets and block pictures. */
const PAGE = 'margin:0;padding:24px 12px;background:#f1efe8;color:#14120a;font:16px/1.5 Arial,Helvetica,sans-serif'
const SHEET = 'max-width:560px;margin:0 auto;background:#ffffff;border-radius:6px;overflow:hidden'
const BAND = 'padding:16px 24px;background:#0c0f0e'
const NAME = 'padding-left:12px;color:#ffffff;font-weight:700;text-transform:uppercase'
const TITLE = 'margin:0 0 16px;font-size:22px;line-height:1.25'
const BUTTON =
  'display:inline-block;padding:14px 22px;border-radius:6px;background:#ffd02e;color:#14120a;font-weight:600;text-decoration:none'

const [YELLOW, DARK] = ['#ffd02e', '#14120a']
/** Zero font size and line height stop mail clients from stretching an empty cell to the height of a text line. */
const cell = (span: number, widthPx: number, heightPx: number, color = ''): string =>
  `<td colspan="${span}" width="${widthPx}" height="${heightPx}"${color && ` bgcolor="${color}"`} style="padding:0;height:${heightPx}px;font-size:0;line-height:0"></td>`
const row = (...cells: readonly string[]): string => `<tr>${cells.join('')}</tr>`

const [EDGE, LACE, SEAM] = [7, 4, 3]
const blank = row(...[EDGE, LACE, SEAM, LACE, EDGE].map((widthPx) => cell(1, widthPx, 7)))
const seam = row(cell(2, EDGE + LACE, 3), cell(1, SEAM, 3, DARK), cell(2, LACE + EDGE, 3))
const lace = row(cell(1, EDGE, 2), cell(3, LACE + SEAM + LACE, 2, DARK), cell(1, EDGE, 2))

const LACES = [seam, lace, seam, lace, seam, lace, seam, lace, seam].join('')
/** The site's logo (`web/public/icon.svg`), a plate with football laces. A table, because clients block pictures. */
const MARK =
  `<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" bgcolor="${YELLOW}" style="border-radius:3px">` +
  `${blank}${LACES}${blank}</table>`

/** Returns a mail's HTML with the site's header. @param title text @param parts HTML blocks */
export const renderMail = (title: string, parts: readonly string[]): string =>
  [
    `<div style="${PAGE}"><div style="${SHEET}">`,
    `<div style="${BAND}"><table role="presentation" cellpadding="0" cellspacing="0"><tr>`,
    `<td>${MARK}</td><td style="${NAME}">Fantasy Football Cards</td></tr></table></div>`,
    `<div style="padding:24px"><h1 style="${TITLE}">${escapeHtml(title)}</h1>`,
    ...parts,
    '</div></div></div>',
  ].join('\n')

/** @param words plain text @param link a URL */
export const button = (words: string, link: string): string =>
  `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(words)}</a></p>`
