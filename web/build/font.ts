import type { HtmlTagDescriptor, Plugin } from 'vite'

const FIRST = /inter-latin-wght-normal.*\.woff2$/

/** The browser loads the font together with the scripts, instead of after the first text that uses it. */
export const font = (): Plugin => ({
  name: 'font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => FIRST.test(name))
        .map(
          (name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          }),
        ),
  },
})
