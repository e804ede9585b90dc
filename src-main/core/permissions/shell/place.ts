/** Where a command runs, the project's root, and the person's home: absolute paths with slashes. */
export interface ShellPlace {
  readonly cwd: string
  readonly root: string
  readonly home: string
  /** Where Orrery keeps sessions, settings and keys. */
  readonly data?: string
  /** Without it, no link is known but those that a command makes itself. */
  readonly links?: Links
}

/** What is on disk now, as far as links go. */
export interface Links {
  /** It has been asked too much: what it would say from here on is not known. */
  isSpent(): boolean
  /** What a link says; `undefined`: the path is none. */
  targetAt(path: string): string | undefined
  /** The names of links in a folder, and where wanted those of folders; none where there is no folder. */
  namesIn(folder: string, wanted: { readonly folders: boolean }): readonly string[]
}
