/** What the preload script offers in the desktop app; absent in a browser. */
export interface Desktop {
  readonly platform: string
  /** Asks for a channel to the host: its port arrives as the message `orrery:port`. */
  connect(): void
  /** The path of a file or folder that was dropped; empty where it has none. */
  pathForFile(file: File): string
}

declare global {
  interface Window {
    readonly orrery?: Desktop
  }
}

/** The desktop around this window, if there is one. */
export function findDesktop(): Desktop | undefined {
  return window.orrery
}
