import { type RefObject, useEffect, useRef } from 'react'
import { type ScreenOptions, TerminalScreen } from './terminal-screen.ts'

/**
 * Opens a screen in `place` and hands it to `use`, which fills it until its signal says that the
 * screen is gone. Opened anew for another `key`.
 */
export function useScreen(
  place: RefObject<HTMLElement | null>,
  key: string,
  {
    options,
    use,
  }: {
    readonly options: (screen: () => TerminalScreen | undefined) => ScreenOptions
    readonly use: (screen: TerminalScreen, signal: AbortSignal) => void
  },
): void {
  const latest = useRef({ options, use })
  useEffect(() => {
    latest.current = { options, use }
  })
  useEffect(() => {
    const element = place.current
    if (!element || !key) return undefined
    const ended = new AbortController()
    let screen: TerminalScreen | undefined
    void TerminalScreen.open(
      element,
      latest.current.options(() => screen),
    ).then((opened) => {
      if (ended.signal.aborted) return opened[Symbol.dispose]()
      screen = opened
      latest.current.use(opened, ended.signal)
    })
    return () => {
      ended.abort()
      screen?.[Symbol.dispose]()
    }
  }, [place, key])
}
