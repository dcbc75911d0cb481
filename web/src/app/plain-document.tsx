import type { ReactNode } from 'react'

/**
 * The HTML document of a page without scripts. React moves the screen's `<title>` into its head.
 *
 * @param styles paths of style sheets, relative to the site's root, without a leading slash
 */
export const PlainDocument = ({ styles, children }: { styles: readonly string[]; children: ReactNode }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c0f0e" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f1efe7" />
      <meta name="robots" content="noindex" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any" />
      {styles.map((file) => (
        <link key={file} rel="stylesheet" href={`/${file}`} />
      ))}
    </head>
    <body>
      <div id="root">{children}</div>
    </body>
  </html>
)
