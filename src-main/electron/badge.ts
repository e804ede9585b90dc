import { app, type BrowserWindow, nativeImage } from 'electron'

/** A dot, for Windows, whose taskbar shows no number. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAaElEQVR42mN4Ok+PgRKMTVAWiDuA+DIQ/4Liy1AxWUIGpEA1/MeBf0HVYDUgBY9GdJyCboAsAZuxuUQW2YAOEjTDcAeyAZfJMOAysgG/yDDgF1UNoNgLFAcixdFIcUKiSlKmSmYiGQMAUpFLI/o6eg0AAAAASUVORK5CYII='

/** Has the dock or the taskbar say how many calls wait, and draw attention to one more. */
export class Badge {
  #waiting = 0

  show(waiting: number, window: BrowserWindow | null): void {
    const isMore = waiting > this.#waiting
    this.#waiting = waiting
    app.setBadgeCount(waiting)
    if (!window) return
    if (process.platform === 'win32') {
      const icon = waiting > 0 ? nativeImage.createFromDataURL(DOT) : null
      window.setOverlayIcon(icon, waiting > 0 ? describe(waiting) : '')
    }
    window.flashFrame(isMore && !window.isFocused())
  }
}

function describe(waiting: number): string {
  return waiting === 1 ? 'A call waits for you' : `${waiting} calls wait for you`
}
