import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { markInvisible, type Props } from './text/mark-invisible.ts'

// biome-ignore lint/performance/noBarrelFile: the compiler imports both from here
export { Fragment, type JSX } from 'react/jsx-dev-runtime'

/** What `jsx-runtime.ts` has, for development and tests. */
export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
): ReactElement {
  return react.jsxDEV(type, markInvisible(type, props), key, isStatic, source, self)
}
