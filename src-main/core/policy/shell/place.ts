/** Where a command runs, the project's root, and the person's home: absolute paths with slashes. */
export interface ShellPlace {
  readonly cwd: string
  readonly root: string
  readonly home: string
}
