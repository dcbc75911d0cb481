import { html } from 'hono/html'
import type { CapturedMail } from '#worker/mail/outbox.ts'

/** What was captured instead of sent, as a page. Whatever a message holds is shown as text. */
export const outboxPage = (messages: readonly CapturedMail[]) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Outbox</title>
        <style>
          body {
            font: 1rem/1.5 system-ui;
            max-width: 60rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          pre {
            white-space: pre-wrap;
            background: #8882;
            padding: 1rem;
          }
        </style>
      </head>
      <body>
        <h1>Outbox</h1>
        ${messages.length === 0 ? html`<p>No mail yet.</p>` : messages.map(message)}
      </body>
    </html>`

const message = ({ to, cc, replyTo, attachments, subject, text, html: markup, createdAt }: CapturedMail) => html`
  <article>
    <h2>${subject}</h2>
    <p>To ${to}, <time>${createdAt}</time></p>
    ${cc.length === 0 ? '' : html`<p>Copies to ${cc.join(', ')}</p>`}
    ${replyTo === null ? '' : html`<p>Answers to ${replyTo}</p>`}
    ${attachments.map(({ filename, bytes }) => html`<p>With ${filename}, ${bytes} bytes</p>`)}
    <pre>${text ?? markup ?? ''}</pre>
  </article>
`
