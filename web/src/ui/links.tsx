import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseSearch } from './search-text.ts'

// biome-ignore lint/suspicious/noExplicitAny: the router's types of links would name every route; ours are found at run time.
type AnyLink = LinkComponent<any>

const RoutedAnchor = createLink(Anchor as never) as AnyLink
const RoutedButton = createLink(Button as never) as AnyLink

/** An address within the interface, with its query: `/items?status=draft`. */
export function target(href: string) {
  const [path = '/', query = ''] = href.split('?')
  return { to: path, search: parseSearch(query) }
}

interface Common {
  readonly href: string
  readonly children?: ReactNode
  readonly 'aria-label'?: string
  readonly title?: string
  readonly className?: string
  /** The link that a row of a table stands for. */
  readonly 'data-leads'?: boolean
}

/** As large as the words around it, unless it is told otherwise. */
export const AnchorLink = ({ href, ...props }: Common & AnchorProps) => (
  <RoutedAnchor inherit={props.size === undefined} {...target(href)} {...props} />
)

/** A link that looks like a button: it can be opened in another tab. */
export const ButtonLink = ({ href, ...props }: Common & ButtonProps) => (
  <RoutedButton component="a" {...target(href)} {...props} />
)
