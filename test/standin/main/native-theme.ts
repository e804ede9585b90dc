import { EventEmitter } from 'node:events'

type Source = 'system' | 'light' | 'dark'

let source: Source = 'system'

export function themeSource(): Source {
  return source
}

/** Electron's `nativeTheme`, on a system that is light and of ordinary contrast. */
class NativeTheme extends EventEmitter {
  readonly shouldUseHighContrastColors = false

  get themeSource(): Source {
    return source
  }

  set themeSource(chosen: Source) {
    const isOther = source !== chosen
    source = chosen
    if (isOther) this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return source === 'dark'
  }
}

export const nativeTheme = new NativeTheme()
